/** Who sits where. */

import type { Level, Pair, Seat } from '$lib/api/types';
import { t } from '$lib/i18n.svelte';
import { levelName } from '$lib/table/words';
import { LEVELS } from '../new/choice';

interface Sitting {
  names: Pair<string | null>;
  bots: Pair<string | null>;
}

/** The name at a seat; bots are called by their level in the reader's language. */
export function nameAt({ names, bots }: Sitting, seat: Seat): string {
  const bot = bots[seat];
  if (bot && (LEVELS as readonly string[]).includes(bot)) return levelName(bot as Level);
  return names[seat] ?? t('free');
}

/** Whether there is a page about whoever sits there. */
export function isPerson({ names, bots }: Sitting, seat: Seat): boolean {
  return !bots[seat] && Boolean(names[seat]);
}

export function otherSeat(seat: Seat): Seat {
  return seat === 0 ? 1 : 0;
}

/** Both seats, the reader's first; who only looks on reads seat 0 first. */
export function bothSeats(mine: Seat | null): Pair<Seat> {
  const first = mine ?? 0;
  return [first, otherSeat(first)];
}

/** Who plays against whom, the reader first. */
export function pairing(sitting: Sitting, mine: Seat | null): { one: string; other: string } {
  const [first, second] = bothSeats(mine);
  return { one: nameAt(sitting, first), other: nameAt(sitting, second) };
}
