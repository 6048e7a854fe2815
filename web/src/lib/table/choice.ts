/** What a tap on a held card means now. */

import type { Scene } from '$generated/socket';

export type Choice =
  | { do: 'play'; card: string }
  /** It belongs to a pair that may be announced now: king, queen, or only play it. */
  | { do: 'ask'; card: string; announce: string; pair: [string, string]; plain: boolean }
  | { do: 'preselect'; card: string }
  | { do: 'refuse'; card: string; reason: string };

/** Whether it is the viewer's turn. */
export function myTurn(scene: Scene): boolean {
  return scene.seat !== null && scene.to_move === scene.seat && scene.phase === 'playing';
}

/** The pair of a king or queen, as `[king, queen]`; null for other cards. */
export function pairOf(card: string): [string, string] | null {
  return /[KQ]$/.test(card) ? [`${card.charAt(0)}K`, `${card.charAt(0)}Q`] : null;
}

/** What happens when the viewer taps `card` of the own hand. */
export function choose(scene: Scene, card: string): Choice {
  if (!myTurn(scene)) return { do: 'preselect', card };
  const pair = pairOf(card);
  const announce = `m${card.charAt(0)}`;
  const plain = scene.moves.includes(card);
  if (pair && scene.moves.includes(announce)) return { do: 'ask', card, announce, pair, plain };
  if (plain) return { do: 'play', card };
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
