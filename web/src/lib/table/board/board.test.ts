import { describe, expect, it } from 'vitest';
import type { Scene, Told } from '$generated/socket';
import { sceneOf } from '../scenes';
import { layout } from './layout';
import { sprites } from './sprites';
import { moments, still, type Moment } from './visual';

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
          still(scene, true),
        );
  });

  it('a deal gathers the pack first', () => {
    const [gathered, dealt] = moments(null, sceneOf(), happened('dealt'), OPTIONS);
    expect(gathered!.visual).toMatchObject({ talon: 20, hand: [], counts: [0, 0] });
    expect(dealt!.kind).toBe('deal');
  });

  const board = layout(390, 700, 5);
  const lying = (moment: Moment) => sprites(moment, board, new Set());

  it('turn over the card that a closed talon hides, and forget it', () => {
    const seen = moments(before, sceneOf({ closed: 0, turn_up: null }), happened('close'), OPTIONS);
    expect(seen.map(({ kind }) => kind)).toEqual(['turn', 'rest']);
    const [turning, closed] = seen.map(lying);
    expect(turning!.find(({ key }) => key === 'DQ')).toMatchObject({ up: false });
    const turned = closed!.find(({ key }) => key === 'turned');
    expect(turned).toMatchObject({ up: false, card: null, from: null });
    expect(closed!.filter(({ card }) => card === 'DQ')).toEqual([]);
  });

  const alone = (moment: Moment) => {
    const keys = lying(moment).map(({ key }) => key);
    expect(keys).toEqual([...new Set(keys)]);
  };

  const exchanged = ['HA', 'HK', 'DQ', 'SJ', 'CT'];
  const closedBy = (seat: number) => ({ closed: seat, turn_up: null, trick: [] });
  it.each<[string, Scene, Told['kind'][]]>([
    ['own exchange and close', sceneOf(closedBy(0), { hand: exchanged }), ['exchange', 'close']],
    ['the other’s exchange and close', sceneOf(closedBy(1)), ['exchange', 'close']],
    [
      'exchange, close and that card',
      sceneOf({ ...closedBy(1), trick: [{ seat: 1, card: 'DQ' }] }, {}, { cards: 4 }),
      ['exchange', 'close', 'play'],
    ],
    [
      'an exchange, a trick and a card drawn',
      sceneOf({ turn_up: 'DJ', last_trick: last, talon: 8 }, { hand: exchanged, tricks: 1 }),
      ['exchange', 'play', 'trick'],
    ],
    [
      'two tricks, the last with the card that was turned up',
      sceneOf(
        { talon: 0, turn_up: null, last_trick: { cards: [{ seat: 0, card: 'DQ' }], winner: 0 } },
        { hand: ['HA'], tricks: 5 },
      ),
      ['play', 'trick', 'play', 'play', 'trick'],
    ],
  ])('never show a card twice: %s', (_, scene, kinds) => {
    for (const moment of moments(before, scene, happened(...kinds), OPTIONS)) alone(moment);
  });

  it('never show a card twice that was taken from under the talon and then played', () => {
    const settled = still(sceneOf(closedBy(1)), true);
    const played = sceneOf({ ...closedBy(1), trick: [{ seat: 1, card: 'DQ' }] });
    for (const moment of moments(settled, played, happened('play'), OPTIONS)) alone(moment);
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
