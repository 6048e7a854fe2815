/** Clocks that count on by themselves between two messages of the server. */

import type { ClockScene } from '$generated/socket';

/** Milliseconds left on the clock of a seat, `passed` milliseconds after the message. */
export function timeLeft(clock: ClockScene, seat: 0 | 1, passed: number): number {
  return clock.left[seat] - (clock.running === seat ? Math.max(0, passed) : 0);
}

/** `2:05`; below ten seconds with tenths, `9.4`; never below zero. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whole seconds of a countdown, for `grace`. */
export function secondsLeft(ms: number, passed: number): number {
  return Math.max(0, Math.ceil((ms - passed) / 1000));
}
