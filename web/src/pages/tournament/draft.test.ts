import { describe, expect, it } from 'vitest';
import { asked, draftOf, NEW, withoutMatch } from './draft';
import type { Settings } from './types';
import { cents } from './words';

describe('announcement', () => {
  it('keeps the rules but for the Bummerls', () => {
    expect(withoutMatch('sharp(match=2)')).toBe('sharp');
    expect(withoutMatch('sharp(closed_counts=at_end,match=2)')).toBe('sharp(closed_counts=at_end)');
    expect(withoutMatch('sharp(match=2,schneider=2)')).toBe('sharp(schneider=2)');
    expect(withoutMatch('soft')).toBe('soft');
  });
  it('comes back as it was', () => {
    const draft = {
      ...NEW,
      name: 'Cup',
      price: '2,50',
      prize_names: ' Ham \n\nWine\n',
      danish: true,
      lists: [{ group: 'women', prizes: 2, apart: true, names: [] }],
    };
    const sent = asked(draft) as Settings & { bummerls: number };
    expect(sent).toMatchObject({
      price: 250,
      prize_names: ['Ham', 'Wine'],
      danish: { rounds: 5, qualifiers: 8 },
      club_prize: null,
      bummerls: 2,
    });
    const again = draftOf({ ...sent, rules: `${sent.rules}(match=2)` }, 2);
    expect(asked(again, sent)).toEqual(sent);
  });
});

describe('money', () => {
  it('is read as people write it', () => {
    expect(['5', '2,50', '7.5 €', '0'].map(cents)).toEqual([500, 250, 750, 0]);
    expect(['', 'x', '-1', '1,234', '5 Euro mehr'].map(cents)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
