/** Numbers of the statistics page: what they say, and how long their bars are. */

import type { StatisticsRow } from '$lib/api/types';

/** Where a row lies on its scale, all in per cent: the range chance allows, and what was seen. */
export interface Bar {
  from: number;
  width: number;
  at: number;
}

/** With fewer deals the numbers say next to nothing. */
export const FEW = 200;

/** The scale is as wide as four times the interval, around what is expected. */
export function barOf(row: Pick<StatisticsRow, 'observed' | 'expected' | 'low' | 'high'>): Bar {
  const half = Math.max(row.high - row.expected, row.expected - row.low, 1e-9) * 2;
  const place = (value: number) =>
    Math.min(100, Math.max(0, 50 + (50 * (value - row.expected)) / half));
  return { from: place(row.low), width: place(row.high) - place(row.low), at: place(row.observed) };
}

export function outside(rows: readonly StatisticsRow[]): number {
  return rows.filter((row) => !row.inside).length;
}

/** How many of so many rows chance alone puts outside a 95 % interval, at most, in 99 of 100 cases. */
export function outsideByChance(rows: number): number {
  let chance = 0.95 ** rows; // of none outside
  let sum = chance;
  let most = 0;
  while (sum < 0.99 && most < rows) {
    chance *= ((rows - most) / (most + 1)) * (0.05 / 0.95);
    sum += chance;
    most += 1;
  }
  return most;
}
