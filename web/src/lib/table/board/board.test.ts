import { describe, expect, it } from 'vitest';
import type { Told } from '$generated/socket';
import { sceneOf } from '../scenes';
import { layout } from './layout';
import { sprites } from './sprites';
import { moments, still } from './visual';

const OPTIONS = { trumpFirst: true, pause: 600 };
const happened = (...kinds: Told['kind'][]): Told[] =>
  kinds.map((kind, n) => ({ seq: n, kind, seat: 0, card: null, phrase: null, text: '' }));

describe('the layout', () => {
  it.each([
    [360, 640 - 130, 6],
    [390, 844 - 130, 5],
    [390, 844 - 130, 6],
  ])('shows 56 px of every card at %i × %i with %i cards', (width, height, most) => {
    const place = layout(width, height, most);
    for (let index = 1; index < most; index++)
      expect(place.hand(index, most).x - place.hand(index - 1, most).x).toBeGreaterThanOrEqual(
        55.5,
      );
    const first = place.hand(0, most).x - place.card / 2;
    const last = place.hand(most - 1, most).x + place.card / 2;
    expect(first).toBeGreaterThanOrEqual(0);
    expect(last).toBeLessThanOrEqual(width);
  });

  it.each([
    [360, 510],
    [390, 714],
    [752, 690],
    [1100, 900],
  ])('keeps trick, talon and piles on a board of %i × %i, above the hand', (width, height) => {
    const place = layout(width, height, 6);
    const half = place.card * 0.75;
    const poses = [
      place.trick('me', true),
      place.trick('other', false),
      place.talon(0),
      place.turnUp(false),
    ];
    for (const { x, y } of poses) {
      expect(x).toBeGreaterThan(place.card / 2);
      expect(x).toBeLessThan(width - place.card / 2);
      expect(y + half).toBeLessThan(place.handTop + 4);
      expect(y - half).toBeGreaterThan(0);
    }
    for (const side of ['me', 'other'] as const)
      expect(place.pile(side, 0).x + place.card * 0.75 * place.pile(side, 0).scale).toBeLessThan(
        width + 2,
      );
  });
});

describe('the moments between two scenes', () => {
  const before = still(sceneOf({ trick: [{ seat: 1, card: 'ST' }] }), true);
  const last = { cards: [{ seat: 1, card: 'ST' }, { seat: 0, card: 'SJ' }], winner: 1 }; // prettier-ignore

  it('a finished trick lies, glows, is taken, and then both draw, the winner first', () => {
    const after = sceneOf(
      { last_trick: last, talon: 8, to_move: 1 },
      { hand: ['HA', 'HK', 'HQ', 'DT', 'CT'] },
      { tricks: 1 },
    );
    const seen = moments({ ...before, counts: [5, 4] }, after, happened('play', 'trick'), OPTIONS);
    expect(seen.map(({ kind }) => kind)).toEqual(['play', 'glow', 'take', 'draw', 'draw']);
    expect(seen[0]!.visual.trick).toEqual(last.cards);
    expect(seen[0]!.visual.hand).toEqual(['HA', 'HK', 'HQ', 'CT']);
    expect(seen[1]).toMatchObject({ hold: 600, visual: { glow: 1 } });
    expect(seen[3]!.visual).toMatchObject({ talon: 9, counts: [4, 5] });
    expect(seen[3]!.visual.hand).not.toContain('DT');
    expect(seen.at(-1)!.visual).toEqual(still(after, true));
  });

  it('always end with the scene itself', () => {
    const scenes = [sceneOf(), sceneOf({ deal: 2 }), sceneOf({ closed: 0, turn_up: null })];
    for (const scene of scenes)
      for (const kinds of [[], ['dealt'], ['trick'], ['taken_back'], ['close']] as const)
        expect(moments(before, scene, happened(...kinds), OPTIONS).at(-1)!.visual).toEqual(
          still(scene, true, before),
        );
  });

  it('a deal gathers the pack first', () => {
    const [gathered, dealt] = moments(null, sceneOf(), happened('dealt'), OPTIONS);
    expect(gathered!.visual).toMatchObject({ talon: 20, hand: [], counts: [0, 0] });
    expect(dealt!.kind).toBe('deal');
  });

  it('remembers which card a closed talon hides', () => {
    const closed = still(sceneOf({ closed: 0, turn_up: null }), true, before);
    expect(closed).toMatchObject({ closed: true, turnUp: 'DQ' });
    const [turned] = sprites({ visual: closed, kind: 'turn', hold: 0 }, layout(390, 700, 5), new Set())
      .filter(({ key }) => key === 'DQ'); // prettier-ignore
    expect(turned).toMatchObject({ up: false });
  });

  it('after a deal the other’s cards lie open, but not before', () => {
    const theirs = { hand: ['DA', 'DK'], cards: 2 };
    const result = {
      winner: 0, game_points: 1, lines: [], points: null, bummerl_over: false, match_winner: null,
    }; // prettier-ignore
    expect(still(sceneOf({}, {}, { hand: ['DA'], cards: 2 }), true).open).toEqual([]);
    expect(still(sceneOf({ result, phase: 'deal_over' }, {}, theirs), true).open).toEqual(
      theirs.hand,
    );
  });
});

describe('the pictures of a moment', () => {
  const place = layout(752, 690, 5);
  const moment = { visual: still(sceneOf(), true), kind: 'rest' as const, hold: 0 };

  it('have keys of their own', () => {
    const keys = sprites(moment, place, new Set()).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(10 + 5 + 5);
  });

  it('come from somewhere only if they were not there', () => {
    const all = sprites(moment, place, new Set(['HA']));
    expect(all.find(({ key }) => key === 'HA')?.from).toBeNull();
    expect(all.find(({ key }) => key === 'CT')?.from).not.toBeNull();
  });

  it('show a card that was sent as played already', () => {
    const touch = { raised: null, chosen: null, sent: 'CT', drag: null };
    const all = sprites(moment, place, new Set(), touch);
    const sent = all.filter(({ key }) => key === 'CT');
    expect(sent).toHaveLength(1);
    expect(sent[0]!.pose).toEqual(place.trick('me', true));
  });
});
