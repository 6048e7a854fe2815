import { describe, expect, it } from 'vitest';
import { afterwards, choose, sorted } from './choice';
import { pairOf, sceneOf } from './scenes';

describe('a tap on a card', () => {
  it('plays what may be played', () => {
    expect(choose(sceneOf(), 'SJ')).toEqual({ do: 'play', card: 'SJ' });
  });

  it('says why a card may not be played', () => {
    const scene = sceneOf({ moves: ['HA'], reasons: { SJ: 'Follow suit: hearts.' } });
    expect(choose(scene, 'SJ')).toEqual({
      do: 'refuse',
      card: 'SJ',
      reason: 'Follow suit: hearts.',
    });
  });

  it('asks about a pair that may be announced, from king and from queen', () => {
    const scene = sceneOf(pairOf(['HK', 'HQ', 'o']));
    for (const card of ['HK', 'HQ'])
      expect(choose(scene, card)).toEqual({
        do: 'ask',
        announce: 'mH',
        after: ['HK', 'HQ', 'o'],
        plain: card,
      });
    expect(choose(scene, 'HA').do).toBe('play');
  });

  it('offers only what the rules of the table let follow', () => {
    expect(choose(sceneOf(pairOf(['HK'])), 'HQ')).toMatchObject({ after: ['HK'], plain: 'HQ' });
  });

  it('does not ask about a pair that may not be announced', () => {
    const scene = sceneOf(pairOf(['HK', 'HQ'], false));
    expect(choose(scene, 'HQ')).toEqual({ do: 'play', card: 'HQ' });
  });

  it('does not ask when the pair is announced already', () => {
    expect(choose(sceneOf({ moves: ['HK', 'HQ'] }), 'HQ')).toEqual({ do: 'play', card: 'HQ' });
  });

  it('chooses ahead while the other thinks', () => {
    const scene = sceneOf({ to_move: 1, moves: [] });
    expect(choose(scene, 'SJ')).toEqual({ do: 'preselect', card: 'SJ' });
  });
});

describe('a card chosen ahead', () => {
  it('is kept while the other thinks', () => {
    expect(afterwards(sceneOf({ to_move: 1, moves: [] }), 'SJ')).toBe('keep');
  });

  it('is played when its turn has come', () => {
    expect(afterwards(sceneOf(), 'SJ')).toBe('play');
  });

  it('is dropped when it may not be played', () => {
    expect(afterwards(sceneOf({ moves: ['HA'] }), 'SJ')).toBe('drop');
  });

  it('is dropped when it is no longer held, and when the deal is over', () => {
    expect(afterwards(sceneOf(), 'DA')).toBe('drop');
    expect(afterwards(sceneOf({ phase: 'deal_over' }), 'SJ')).toBe('drop');
  });

  it('is nothing for spectators', () => {
    expect(afterwards(sceneOf({ seat: null }), 'SJ')).toBe('drop');
  });
});

describe('the order of the hand', () => {
  const hand = ['DQ', 'SJ', 'SA', 'HK', 'C9', 'CT'];
  it('is the server’s with trump first, else by suits and ranks', () => {
    expect(sorted(hand, true)).toEqual(hand);
    expect(sorted(hand, false)).toEqual(['SA', 'SJ', 'HK', 'DQ', 'CT', 'C9']);
  });
});
