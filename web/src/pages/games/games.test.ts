import { describe, expect, it } from 'vitest';
import type { DealSummary } from '$lib/api/types';
import { filterOf, isFiltered, NO_FILTER, searchOf } from './filter';
import { slateOf } from './slate';

describe('filters', () => {
  it('survive the address', () => {
    const filter = { opponent: 'Änne & Co', rules: 'sharp', result: 'won' } as const;
    expect(filterOf(searchOf(filter))).toEqual(filter);
  });

  it('leave the address alone when there are none', () => {
    expect(searchOf(NO_FILTER)).toBe('');
    expect(isFiltered(filterOf('?result=nonsense&opponent=%20'))).toBe(false);
  });

  it('carry what else is asked', () => {
    expect(searchOf({ ...NO_FILTER, result: 'lost' }, { before: '7', who: 'me' })).toBe(
      '?before=7&who=me&result=lost',
    );
  });
});

describe('slateOf', () => {
  const deal = (
    number: number,
    bummerl: number,
    needed: [number, number],
    bummerls: [number, number],
  ): DealSummary => ({ number, bummerl, needed, bummerls, winner: 0, game_points: 1, reason: '' });

  it('groups deals by Bummerl', () => {
    const slate = slateOf([
      deal(1, 1, [4, 7], [0, 0]),
      deal(2, 1, [0, 7], [2, 0]),
      deal(3, 2, [7, 5], [2, 0]),
    ]);
    expect(slate.map(({ number, deals }) => [number, deals.map((one) => one.number)])).toEqual([
      [1, [1, 2]],
      [2, [3]],
    ]);
  });

  it('hangs what was won on the other', () => {
    const slate = slateOf([
      deal(1, 1, [0, 7], [2, 0]),
      deal(2, 2, [3, 0], [2, 1]),
      deal(3, 3, [6, 7], [2, 1]),
    ]);
    expect(slate.map(({ hung }) => hung)).toEqual([
      [0, 2],
      [1, 0],
      [0, 0],
    ]);
  });

  it('is empty without deals', () => expect(slateOf([])).toEqual([]));
});
