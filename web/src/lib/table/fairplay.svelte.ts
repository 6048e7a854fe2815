/** Takes part in the shuffles of a table, and keeps what it found out about each deal. */

import type { FairScene, Scene } from '$generated/socket';
import type { Order } from './connection';
import type { Contributions, Verdict } from './contributions';

/** Whoever looks at a result has this long before the next deal begins by itself. */
export const READY_AFTER = 8000;
/** Whoever plays by keys, and perhaps listens to it, has longer. */
export const READY_BY_KEYS = 30_000;

/** A contribution of which nothing is known here is taken for lost if nobody has opened it by then. */
const LOST_AFTER = READY_BY_KEYS + 2000;

export class FairPlay {
  /** Of the deal on the table. */
  verdict = $state<Verdict>(null);
  /** When the next deal begins by itself, by `performance.now()`; null: nothing to wait for. */
  startsAt = $state<number | null>(null);
  #contributions: Promise<Contributions | null> | null = null;
  #asked = '';
  #revealed = '';
  #timer = 0;
  #lost = 0;
  #latest: Scene | null = null;

  constructor(
    private readonly table: string,
    private readonly send: (order: Order) => boolean,
  ) {}

  async take(scene: Scene): Promise<void> {
    this.#latest = scene;
    if (!scene.fair && !scene.next_fair) return;
    this.#contributions ??= this.#load();
    const contributions = await this.#contributions;
    if (!contributions || this.#latest !== scene) return;
    clearTimeout(this.#lost);
    if (scene.fair) this.verdict = check(contributions, scene.fair);
    const { next_fair: next, seat } = scene;
    if (!next || seat === null || scene.paused) this.#wait(null);
    else this.#takePart(contributions, next, seat as 0 | 1, scene.phase);
  }

  /** The person has seen the result. */
  async ready(): Promise<void> {
    const next = this.#latest?.next_fair;
    const contributions = await this.#contributions;
    if (!next || !contributions?.readyToReveal(next)) return;
    const order = contributions.reveal(next);
    if (!order || this.#revealed === next.commitment) return;
    if (this.send(order)) this.#revealed = next.commitment;
    this.#wait(null);
  }

  /** A connection was lost, or something refused: what was sent may not have come through. */
  forget(): void {
    clearTimeout(this.#lost);
    this.#asked = '';
    this.#revealed = '';
  }

  /** Null while it cannot be loaded: the next scene tries again. */
  async #load(): Promise<Contributions | null> {
    try {
      const { Contributions } = await import('./contributions');
      return new Contributions(this.table);
    } catch {
      this.#contributions = null;
      return null;
    }
  }

  #takePart(
    contributions: Contributions,
    next: FairScene,
    seat: 0 | 1,
    phase: Scene['phase'],
  ): void {
    contributions.notice(next);
    if (next.contributions[seat] !== null) return this.#wait(null);
    const order = contributions.commit(next, seat);
    if (order) {
      this.#wait(null);
      const send = () => {
        if (this.#asked !== order.commitment && this.send(order)) this.#asked = order.commitment;
      };
      // that of another device, which will open it; or a lost one
      if (next.commitments[seat] !== null) this.#lost = window.setTimeout(send, LOST_AFTER);
      else send();
      return;
    }
    if (!contributions.readyToReveal(next)) return;
    // the first deal of all begins at once
    if (phase === 'shuffling') void this.ready();
    else if (this.startsAt === null && this.#revealed !== next.commitment)
      this.#wait(performance.now() + READY_AFTER, READY_BY_KEYS - READY_AFTER);
  }

  /** Go on at that moment, or `longer` after it if the button then has the focus of a key. */
  #wait(until: number | null, longer = 0): void {
    clearTimeout(this.#timer);
    this.startsAt = until;
    if (until === null) return;
    const then = () => {
      if (longer && document.querySelector('[data-next]:focus-visible')) this.#wait(until + longer);
      else void this.ready();
    };
    this.#timer = window.setTimeout(then, until - performance.now());
  }
}

function check(contributions: Contributions, fair: FairScene): Verdict {
  try {
    return contributions.verdict(fair);
  } catch {
    return 'wrong';
  }
}
