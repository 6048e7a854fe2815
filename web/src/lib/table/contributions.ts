/**
 * The browser's part in a fair shuffle: a contribution a deal that nobody else can guess, committed
 * to before anybody opens one, the same in all tabs and after a reload; and the look whether all
 * others kept to what they had shown.
 */

import type { FairScene } from '$generated/socket';
import {
  bytesOf,
  clientCommitment,
  commitmentOf,
  derivedContribution,
  hexOf,
  newContribution,
  packOf,
} from '$lib/fair/fair';
import type { DeckSize, Seat } from '$lib/fair/fair';
import type { Order } from './connection';

/** `null`: not all is opened yet. */
export type Verdict = 'fair' | 'wrong' | null;

/** Where contributions are kept: the browser's own storage, or a test's. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** The browser's storage, or where that keeps nothing one as long-lived as the page. */
export function lasting(storage: () => Store = () => localStorage): Store {
  try {
    const found = storage();
    found.setItem(TRIAL, TRIAL);
    found.removeItem(TRIAL);
    return found;
  } catch {
    return new Fleeting();
  }
}

class Fleeting implements Store {
  readonly #kept = new Map<string, string>();
  get length(): number {
    return this.#kept.size;
  }
  key(n: number): string | null {
    return [...this.#kept.keys()][n] ?? null;
  }
  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#kept.set(key, value);
  }
  removeItem(key: string): void {
    this.#kept.delete(key);
  }
}

let ours: Store | null = null;
const TRIAL = 'bummerl trial';
const PREFIX = 'bummerl deal ';
const SEED = 'bummerl seed';
const KEPT_FOR = 7 * 24 * 3600 * 1000;

interface Kept {
  /** When it was kept, in milliseconds since 1970. */
  at?: number;
  /** Own contribution in hexadecimal digits. */
  own?: string;
  /** What the server had shown before anything was opened. */
  commitment?: string;
  commitments?: [string, string];
  /** Whether the own contribution was opened. */
  opened?: boolean;
}

// throws for what is no contribution or secret: then nothing was proved
function bytes(hex: string): Uint8Array {
  const found = bytesOf(hex, 16, 64);
  if (!found) throw new Error('not a contribution');
  return found;
}

// What this browser's contributions follow from, so that all its tabs have the same
function seedOf(store: Store): Uint8Array {
  const kept = bytesOf(store.getItem(SEED) ?? '', 32, 32);
  if (kept) return kept;
  const made = newContribution();
  store.setItem(SEED, hexOf(made));
  return made;
}

function read(store: Store, key: string): Kept {
  try {
    return JSON.parse(store.getItem(key) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

export class Contributions {
  constructor(
    private readonly table: string,
    private readonly store: Store = (ours ??= lasting()),
    private readonly contribute: (fair: FairScene) => Uint8Array = (fair) =>
      derivedContribution(seedOf(store), `${table}\0${fair.deal}\0${fair.commitment}`),
  ) {
    this.#forgetOld();
  }

  /**
   * What to send as soon as a shuffle begins, null if it is known there: the same again after a
   * reload, and from every tab. Where the contribution was lost, it is another one, which starts
   * the shuffle anew.
   */
  commit(fair: FairScene, seat: Seat): Extract<Order, { type: 'commit' }> | null {
    const kept = this.#of(fair);
    const sealed = kept.own && clientCommitment(seat, bytes(kept.own)) === fair.commitments[seat];
    // a second shuffle of the same deal wants another contribution, but for the one that began it
    const same = sealed || this.#kept(fair.deal).commitment === fair.commitment;
    const own = kept.own && same ? kept.own : hexOf(this.contribute(fair));
    this.#keep(fair.deal, { ...kept, own });
    const commitment = clientCommitment(seat, bytes(own));
    if (fair.commitments[seat] === commitment) return null;
    return { type: 'commit', deal: fair.deal, commitment };
  }

  /** Whether both envelopes lie on the table, so that they may be opened. */
  readyToReveal(fair: FairScene): boolean {
    return fair.commitments[0] !== null && fair.commitments[1] !== null;
  }

  /** Opens the own contribution: whoever does is ready. Null if it is not here. */
  reveal(fair: FairScene): Extract<Order, { type: 'reveal' }> | null {
    const kept = this.#kept(fair.deal);
    if (!kept.own) return null;
    this.#keep(fair.deal, { ...kept, opened: true });
    return { type: 'reveal', deal: fair.deal, contribution: kept.own };
  }

  /** Remember what is shown now, to compare it with what is opened later. */
  notice(fair: FairScene): void {
    const kept = this.#of(fair);
    const [first, second] = fair.commitments;
    const both = first !== null && second !== null;
    this.#keep(fair.deal, {
      ...kept,
      ...(both && !kept.commitments ? { commitments: [first, second] } : {}),
    });
  }

  /** Whether what was opened is what was shown before, and the pack what follows from it. */
  verdict(fair: FairScene): Verdict {
    const kept = this.#kept(fair.deal);
    const [first, second] = fair.contributions;
    if (first === null || second === null) return null;
    const opened = [bytes(first), bytes(second)] as const;
    const shown = kept.commitments ?? fair.commitments;
    for (const seat of [0, 1] as const)
      if (shown[seat] !== null && clientCommitment(seat, opened[seat]) !== shown[seat])
        return 'wrong';
    if (kept.commitment !== undefined && kept.commitment !== fair.commitment) return 'wrong';
    if (fair.secret === null || fair.pack === null) return null;
    const secret = bytes(fair.secret);
    if (commitmentOf(secret) !== fair.commitment) return 'wrong';
    const pack = packOf(fair.deck as DeckSize, fair.deal, secret, opened).join('');
    return pack === fair.pack ? 'fair' : 'wrong';
  }

  /** What is kept of a shuffle; it may begin anew, but not once the own contribution is known. */
  #of(fair: FairScene): Kept {
    const kept = this.#kept(fair.deal);
    if (kept.commitment === fair.commitment || kept.opened) return kept;
    return { ...(kept.own ? { own: kept.own } : {}), commitment: fair.commitment };
  }

  #forgetOld(): void {
    const { store } = this;
    const keys = Array.from({ length: store.length }, (_, n) => store.key(n) ?? '');
    for (const key of keys.filter((one) => one.startsWith(PREFIX))) {
      const { at = 0 } = read(store, key);
      if (Date.now() - at > KEPT_FOR) store.removeItem(key);
    }
  }

  #kept(deal: number): Kept {
    return read(this.store, this.#key(deal));
  }

  #keep(deal: number, kept: Kept): void {
    this.store.setItem(this.#key(deal), JSON.stringify({ ...kept, at: Date.now() }));
  }

  #key(deal: number): string {
    return `${PREFIX}${this.table} ${deal}`;
  }
}
