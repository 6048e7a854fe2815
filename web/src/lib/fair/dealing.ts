/** How a pack order is dealt (DEAL-2, DEAL-3), and how the first position is written. */
import { RANKS, type Seat, SUITS } from './fair';

export interface Dealt {
  /** By seat. */
  hands: [string[], string[]];
  /** Face-down cards, next to be drawn first. */
  talon: string[];
  turnUp: string;
}

/** The cards as dealt by `dealer` from a pack order of 20 or 24 cards. */
export function dealtFrom(pack: readonly string[], dealer: Seat): Dealt {
  const small = pack.length === 20;
  const [second, fourth, turned, top] = small ? [7, 9, 6, 11] : [6, 9, 12, 13];
  const size = small ? 2 : 3;
  const forehand = [...pack.slice(0, 3), ...pack.slice(second, second + size)];
  const dealing = [...pack.slice(3, 6), ...pack.slice(fourth, fourth + size)];
  return {
    hands: dealer === 1 ? [forehand, dealing] : [dealing, forehand],
    talon: pack.slice(top),
    turnUp: pack[turned]!,
  };
}

/** What stands between the rules and the score in the SPN of a deal's first position. */
export function startOf(pack: readonly string[], dealer: Seat): string {
  const { hands, talon, turnUp } = dealtFrom(pack, dealer);
  const cards = `${setOf(hands[0])}/${setOf(hands[1])} ${turnUp[0]} ${talon.join('')}+${turnUp}`;
  return `${cards} - ${1 - dealer}: 0.0/0.0 -`;
}

/** A set of cards: by suits, each with its ranks from high to low. */
function setOf(cards: readonly string[]): string {
  return [...SUITS]
    .map((suit) => {
      const ranks = [...RANKS].reverse().filter((rank) => cards.includes(suit + rank));
      return ranks.length > 0 ? suit + ranks.join('') : '';
    })
    .join('');
}
