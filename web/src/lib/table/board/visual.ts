/**
 * What lies on the board at a moment of the show, and the moments between two scenes.
 *
 * The last moment is always the scene itself: whoever acts skips the rest.
 */

import type { Scene, Told } from '$generated/socket';
import { sorted } from '../choice';

export interface LaidCard {
  seat: number;
  card: string;
}

export interface Visual {
  /** Own seat, 0 for spectators. */
  below: number;
  /** Own cards face up; nothing for spectators. */
  hand: readonly string[];
  /** The other's cards, where they lie open after the deal. */
  open: readonly string[];
  /** Cards in the hands, by seat. */
  counts: readonly [number, number];
  trick: readonly LaidCard[];
  /** Cards on their way to a pile. */
  taken: { cards: readonly LaidCard[]; winner: number } | null;
  /** Who takes what lies there. */
  glow: number | null;
  /** Cards in the talon, the turned-up one included. */
  talon: number;
  /** The turned-up card; null where a closed talon hides it. */
  turnUp: string | null;
  closed: boolean;
  /** Tricks won, by seat. */
  tricks: readonly [number, number];
  /** Number of the deal. */
  deal: number;
}

export interface Moment {
  visual: Visual;
  kind: 'rest' | 'gather' | 'deal' | 'play' | 'glow' | 'take' | 'draw' | 'turn';
  /** Until the next moment, in milliseconds at normal speed. */
  hold: number;
}

export const PLAY = 180;
export const TAKE = 220;
export const DRAW = 200;
export const TURN = 240;
export const DEAL = 900;

/** The scene at rest. */
export function still(scene: Scene, trumpFirst: boolean): Visual {
  const below = scene.seat ?? 0;
  const [first, second] = scene.seats;
  const closed = scene.closed !== null;
  return {
    below,
    hand: scene.seat === null ? [] : sorted(scene.seats[scene.seat as 0 | 1].hand, trumpFirst),
    open: openHand(scene, (1 - below) as 0 | 1),
    counts: [first.cards, second.cards],
    trick: scene.trick,
    taken: null,
    glow: null,
    talon: scene.talon,
    turnUp: closed || scene.talon === 0 ? null : scene.turn_up,
    closed,
    tricks: [first.tricks, second.tricks],
    deal: scene.deal,
  };
}

function openHand(scene: Scene, seat: 0 | 1): readonly string[] {
  const { hand, cards } = scene.seats[seat];
  return scene.result !== null && hand.length === cards ? hand : [];
}

/** The moments from `before` to `scene`, which `told` has led to. */
export function moments(
  before: Visual | null,
  scene: Scene,
  told: readonly Told[],
  { trumpFirst, pause }: { trumpFirst: boolean; pause: number },
): Moment[] {
  const end = still(scene, trumpFirst);
  const happened = (kind: Told['kind']) => told.some((one) => one.kind === kind);
  const rest: Moment = { visual: end, kind: 'rest', hold: 0 };
  if (happened('dealt')) return dealing(end);
  if (!before || before.deal !== scene.deal || happened('taken_back')) return [rest];
  // after an exchange another card lies under the talon than the one that was seen there
  const start = happened('exchange') ? { ...before, turnUp: end.turnUp } : before;
  const show = [...trickShow(start, end, scene, happened('trick'), pause)];
  if (show.length === 0 && happened('close')) show.push(...closing(start, end));
  // whoever was away may be told more than these moments can show
  if (!show.every(({ visual }) => isPossible(visual))) return [rest];
  if (show.length > 0)
    return [...show, { ...rest, kind: show.at(-1)?.kind === 'draw' ? 'draw' : 'rest' }];
  const turned = before.closed !== end.closed || before.turnUp !== end.turnUp;
  return [{ visual: end, kind: turned ? 'turn' : 'play', hold: turned ? TURN : PLAY }];
}

/** Whether every card lies in one place only. */
function isPossible({ hand, trick, taken, turnUp }: Visual): boolean {
  const laid = [...trick, ...(taken?.cards ?? [])].map(({ card }) => card);
  const all = [...hand, ...laid, ...(turnUp ? [turnUp] : [])];
  return new Set(all).size === all.length;
}

/** The card that was turned up is turned over. */
function* closing(before: Visual, end: Visual): Generator<Moment> {
  if (before.closed || !end.closed || before.turnUp === null) return;
  yield { visual: { ...end, turnUp: before.turnUp }, kind: 'turn', hold: TURN };
}

function dealing(end: Visual): Moment[] {
  const all = end.talon + end.counts[0] + end.counts[1];
  const gathered: Visual = {
    ...end, hand: [], counts: [0, 0], trick: [], talon: all, turnUp: null, tricks: [0, 0],
  }; // prettier-ignore
  return [
    { visual: gathered, kind: 'gather', hold: 30 },
    { visual: end, kind: 'deal', hold: DEAL },
  ];
}

function* trickShow(
  before: Visual,
  end: Visual,
  scene: Scene,
  finished: boolean,
  pause: number,
): Generator<Moment> {
  const last = scene.last_trick;
  if (!finished || !last || scene.trick.length > 0) return;
  const played = last.cards.map(({ card }) => card);
  const laid = (seat: number) => before.trick.some((one) => one.seat === seat);
  const left = (seat: 0 | 1) => before.counts[seat] - (laid(seat) ? 0 : 1);
  const full: Visual = {
    ...before,
    hand: before.hand.filter((card) => !played.includes(card)),
    counts: [left(0), left(1)],
    trick: last.cards,
    taken: null,
    closed: end.closed,
  };
  yield { visual: full, kind: 'play', hold: PLAY };
  yield { visual: { ...full, glow: last.winner }, kind: 'glow', hold: pause };
  const taken: Visual = { ...full, trick: [], taken: last, glow: null, tricks: end.tricks };
  yield { visual: taken, kind: 'take', hold: TAKE };
  const cleared: Visual = { ...taken, taken: null };
  const winner = last.winner as 0 | 1;
  if (cleared.talon - end.talon >= 2 && end.counts[winner] > cleared.counts[winner])
    yield { visual: drawn(cleared, end, winner), kind: 'draw', hold: DRAW };
}

/** After the winner has drawn, before the other does. */
function drawn(cleared: Visual, end: Visual, winner: 0 | 1): Visual {
  const counts: [number, number] = [...cleared.counts];
  counts[winner] += 1;
  const hand = winner === end.below ? end.hand : cleared.hand;
  return { ...cleared, counts, hand, talon: cleared.talon - 1 };
}
