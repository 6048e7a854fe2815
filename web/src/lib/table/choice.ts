/** What a tap on a held card means now. */

import type { Action, Scene } from '$generated/socket';

/** A pair that may be announced, and what then. */
export interface Question {
  announce: string;
  /** The moves that may follow. */
  after: readonly string[];
  /** A card that may be played without announcing its pair; null: that was not asked for. */
  plain: string | null;
}

export type Choice =
  | { do: 'play'; card: string }
  | ({ do: 'ask' } & Question)
  | { do: 'preselect'; card: string }
  | { do: 'refuse'; card: string; reason: string };

/** Whether it is the viewer's turn. */
export function myTurn(scene: Scene): boolean {
  return scene.seat !== null && scene.to_move === scene.seat && scene.phase === 'playing';
}

/** The announcement that may be made now of the pair to which `card` belongs. */
export function announcementOf(scene: Scene, card: string): Action | undefined {
  if (!/[KQ]$/.test(card)) return undefined;
  return scene.actions.find(({ move, enabled }) => enabled && move === `m${card.charAt(0)}`);
}

/** What happens when the viewer taps `card` of the own hand. */
export function choose(scene: Scene, card: string): Choice {
  if (!myTurn(scene)) return { do: 'preselect', card };
  const pair = announcementOf(scene, card);
  const legal = scene.moves.includes(card);
  if (pair)
    return { do: 'ask', announce: pair.move, after: pair.after, plain: legal ? card : null };
  if (legal) return { do: 'play', card };
  return { do: 'refuse', card, reason: scene.reasons[card] ?? '' };
}

/**
 * The preselected card when a new scene has come: to be played now, kept, or dropped because it is
 * not legal, is gone, or another deal has begun.
 */
export function afterwards(scene: Scene, card: string): 'play' | 'keep' | 'drop' {
  const hand = scene.seat === null ? [] : (scene.seats[scene.seat]?.hand ?? []);
  if (scene.phase !== 'playing' || !hand.includes(card)) return 'drop';
  if (!myTurn(scene)) return 'keep';
  return scene.moves.includes(card) ? 'play' : 'drop';
}

const SUITS = 'SHDC';
const RANKS = 'ATKQJ9';

/** A hand from left to right: as the server sorts it (trump first), or by suits alone. */
export function sorted(hand: readonly string[], trumpFirst: boolean): string[] {
  if (trumpFirst) return [...hand];
  const place = (card: string) =>
    10 * SUITS.indexOf(card.charAt(0)) + RANKS.indexOf(card.charAt(1));
  return [...hand].sort((a, b) => place(a) - place(b));
}
