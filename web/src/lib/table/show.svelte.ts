/**
 * The show between two scenes: what the board shows now, moment by moment.
 *
 * It runs behind the truth and never holds it up: what happens meanwhile is shown after it, and
 * `skip` goes to the end at once.
 */

import type { Scene, Told } from '$generated/socket';
import { moments, still, type Moment, type Visual } from './board/visual';

/** Milliseconds that the show may be behind the truth. */
const LONGEST = 3000;

export interface Pace {
  trumpFirst: boolean;
  /** Milliseconds that a finished trick stays. */
  pause: number;
  /** Factor on all times; 0: no show. */
  tempo: number;
}

export class Show {
  moment = $state.raw<Moment | null>(null);
  /** Something is still to come. */
  running = $state(false);
  #coming: Moment[] = [];
  #timer = 0;
  #settled: Visual | null = null;

  constructor(private readonly pace: () => Pace) {}

  /** Show the way to a scene. */
  to(scene: Scene, told: readonly Told[]): void {
    const { trumpFirst, pause, tempo } = this.pace();
    const before = this.#settled;
    const all = moments(before, scene, told, { trumpFirst, pause });
    this.#settled = still(scene, trumpFirst);
    const running = this.running;
    this.#coming.push(...(tempo === 0 ? withoutMotion(all) : all));
    // who is too far behind the truth leaves out what lies between
    const behind = this.#coming.slice(0, -1).reduce((sum, { hold }) => sum + hold, 0);
    if (behind > LONGEST) this.#coming = all;
    if (!running || behind > LONGEST) this.#next();
  }

  /** Show a scene at once: another point in time, another order of the hand. */
  jump(scene: Scene): void {
    this.#settled = still(scene, this.pace().trumpFirst);
    this.#coming = [{ visual: this.#settled, kind: 'rest', hold: 0 }];
    this.#next();
  }

  /** Whoever acts need not wait. */
  skip(): void {
    if (!this.running) return;
    this.#coming = this.#coming.slice(-1);
    this.#next();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#coming = [];
    this.running = false;
  }

  #next(): void {
    clearTimeout(this.#timer);
    const now = this.#coming.shift();
    if (!now) return;
    this.moment = now;
    this.running = this.#coming.length > 0;
    if (!this.running) return;
    // a trick may be looked at as long as one likes, however fast cards move
    const fixed = now.kind === 'gather' || now.kind === 'glow';
    const hold = fixed ? now.hold : now.hold * this.pace().tempo;
    this.#timer = window.setTimeout(() => this.#next(), hold);
  }
}

// a finished trick still lies there for its time
function withoutMotion(all: readonly Moment[]): Moment[] {
  return all.filter(({ kind }, index) => kind === 'glow' || index === all.length - 1);
}
