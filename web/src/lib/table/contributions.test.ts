import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FairScene } from '$generated/socket';
import { bytesOf, clientCommitment, commitmentOf, packOf } from '$lib/fair/fair';
import { Contributions, lasting, type Store } from './contributions';

const bytes = (digit: string) => bytesOf(digit.repeat(64), 32, 32)!;
const SECRET = bytes('a');
const MINE = bytes('1');
const THEIRS = bytes('2');

function fairOf(changes: Partial<FairScene> = {}): FairScene {
  return {
    deal: 3,
    deck: 20,
    commitment: commitmentOf(SECRET),
    commitments: [null, null],
    contributions: [null, null],
    secret: null,
    pack: null,
    dealer: null,
    ...changes,
  };
}

const BOTH = [clientCommitment(0, MINE), clientCommitment(1, THEIRS)] as [string, string];
const OPENED = ['1'.repeat(64), '2'.repeat(64)] as [string, string];
const PACK = packOf(20, 3, SECRET, [MINE, THEIRS]).join('');

/** What a browser has that keeps nothing. */
function storage(): Store {
  return lasting(() => {
    throw new DOMException('no', 'SecurityError');
  });
}

describe('contributions', () => {
  it('are committed to at once, the same again after a reload', () => {
    const store = storage();
    const order = new Contributions('t', store, () => MINE).commit(fairOf(), 0);
    expect(order).toEqual({ type: 'commit', deal: 3, commitment: BOTH[0] });
    const later = new Contributions('t', store, () => bytes('7'));
    expect(later.commit(fairOf(), 0)).toEqual(order);
    expect(later.commit(fairOf({ commitments: [BOTH[0], null] }), 0)).toBeNull();
  });

  it('are made anew when they are lost, or the server has begun anew', () => {
    const lost = new Contributions('t', storage(), () => THEIRS);
    const order = lost.commit(fairOf({ commitments: [BOTH[0], null] }), 0);
    expect(order?.commitment).toBe(clientCommitment(0, THEIRS));

    const store = storage();
    new Contributions('t', store, () => MINE).commit(fairOf(), 0);
    const again = new Contributions('t', store, () => bytes('7'));
    const other = again.commit(fairOf({ commitment: commitmentOf(bytes('b')) }), 0);
    expect(other?.commitment).toBe(clientCommitment(0, bytes('7')));
  });

  it('are opened only when both envelopes lie there', () => {
    const mine = new Contributions('t', storage(), () => MINE);
    mine.commit(fairOf(), 0);
    expect(mine.readyToReveal(fairOf({ commitments: [BOTH[0], null] }))).toBe(false);
    expect(mine.readyToReveal(fairOf({ commitments: BOTH }))).toBe(true);
    expect(mine.reveal(fairOf({ commitments: BOTH }))).toEqual({
      type: 'reveal',
      deal: 3,
      contribution: OPENED[0],
    });
  });
});

describe('two tabs of one browser', () => {
  it('have the same contribution, which nobody else can tell', () => {
    const store = storage();
    const [one, other] = [new Contributions('t', store), new Contributions('t', store)];
    const order = one.commit(fairOf(), 0);
    store.removeItem('bummerl deal t 3'); // as if both had begun at the same moment
    expect(other.commit(fairOf(), 0)).toEqual(order);
    const sealed = fairOf({ commitments: [order!.commitment, BOTH[1]] });
    expect(one.reveal(sealed)).toEqual(other.reveal(sealed));
    const elsewhere = new Contributions('t', storage()).commit(fairOf(), 0);
    expect(elsewhere?.commitment).not.toBe(order?.commitment);
    const next = one.commit(fairOf({ deal: 4 }), 0);
    expect(next?.commitment).not.toBe(order?.commitment);
  });
});

describe('a shuffle that begins anew', () => {
  const again = commitmentOf(bytes('b'));

  it('because of a lost contribution keeps the one that took its place', () => {
    const mine = new Contributions('t', storage());
    const order = mine.commit(fairOf({ commitments: [BOTH[0], null] }), 0);
    const sealed = [order!.commitment, null] as [string, null];
    expect(mine.commit(fairOf({ commitment: again, commitments: sealed }), 0)).toBeNull();
  });

  it('after the own contribution was opened is found out', () => {
    const mine = new Contributions('t', storage(), () => MINE);
    const shown = fairOf({ commitments: BOTH });
    mine.commit(shown, 0);
    mine.reveal(shown);
    for (const fair of [fairOf({ commitment: again, commitments: BOTH })]) {
      mine.notice(fair);
      mine.commit(fair, 0);
    }
    const pack = packOf(20, 3, bytes('b'), [MINE, THEIRS]).join('');
    const secret = 'b'.repeat(64);
    const over = { commitment: again, commitments: BOTH, contributions: OPENED, secret, pack };
    expect(mine.verdict(fairOf(over))).toBe('wrong');
  });
});

describe('what is kept', () => {
  afterEach(() => void vi.useRealTimers());

  it('is forgotten after a week, but nothing else is', () => {
    vi.useFakeTimers();
    const store = storage();
    store.setItem('bummerl', 'settings');
    new Contributions('t', store, () => MINE).commit(fairOf(), 0);
    vi.advanceTimersByTime(6 * 24 * 3600 * 1000);
    new Contributions('u', store, () => MINE).commit(fairOf(), 0);
    expect(store.length).toBe(3);
    vi.advanceTimersByTime(2 * 24 * 3600 * 1000);
    new Contributions('u', store);
    expect(store.length).toBe(2);
    expect(store.getItem('bummerl')).toBe('settings');
  });
});

describe('commitments that were shown', () => {
  it('are remembered over everything that is told afterwards', () => {
    const mine = new Contributions('t', storage(), () => MINE);
    const shown = fairOf({ commitments: BOTH });
    for (let n = 0; n < 3; n += 1) {
      mine.notice(shown);
      mine.commit(shown, 0);
    }
    const other = ['1'.repeat(64), '3'.repeat(64)] as [string, string];
    const swapped = [BOTH[0], clientCommitment(1, bytes('3'))] as [string, string];
    const pack = packOf(20, 3, SECRET, [MINE, bytes('3')]).join('');
    const told = { commitments: swapped, contributions: other, secret: 'a'.repeat(64), pack };
    expect(mine.verdict(fairOf(told))).toBe('wrong');
  });
});

describe('a deal that is over', () => {
  const over = { commitments: BOTH, contributions: OPENED, secret: 'a'.repeat(64), pack: PACK };
  const seen = () => {
    const mine = new Contributions('t', storage(), () => MINE);
    mine.commit(fairOf(), 0);
    mine.notice(fairOf({ commitments: BOTH }));
    return mine;
  };

  it('is fair if everything is what was promised', () => {
    expect(seen().verdict(fairOf(over))).toBe('fair');
  });

  it('has no verdict before all is opened', () => {
    expect(seen().verdict(fairOf({ commitments: BOTH }))).toBeNull();
    expect(seen().verdict(fairOf({ ...over, secret: null, pack: null }))).toBeNull();
  });

  it.each([
    ['another pack', { pack: PACK.slice(2) + PACK.slice(0, 2) }],
    ['another secret', { secret: 'b'.repeat(64) }],
    ['another contribution', { contributions: [OPENED[0], '3'.repeat(64)] as [string, string] }],
    [
      'all new, and another commitment than was shown',
      {
        commitment: commitmentOf(bytes('b')),
        secret: 'b'.repeat(64),
        pack: packOf(20, 3, bytes('b'), [MINE, THEIRS]).join(''),
      },
    ],
  ])('is wrong with %s', (_, changes) => {
    expect(seen().verdict(fairOf({ ...over, ...changes }))).toBe('wrong');
  });
});

describe('without a storage that keeps anything', () => {
  const full = {
    ...storage(),
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };

  it.each<[string, () => Store]>([
    ['full', () => full],
    ['forbidden', storage],
    ['missing', () => undefined as unknown as Store],
  ])('contributions are kept as long as the page (%s)', (_, found) => {
    const mine = new Contributions('t', lasting(found));
    const order = mine.commit(fairOf(), 0)!;
    const sealed = fairOf({ commitments: [order.commitment, BOTH[1]] });
    expect(mine.commit(sealed, 0)).toBeNull();
    const opened = mine.reveal(sealed)!;
    expect(clientCommitment(0, bytesOf(opened.contribution, 16, 64)!)).toBe(order.commitment);
  });

  it('a storage that does keep is used, and nothing is left of the trial', () => {
    const store = storage();
    expect(lasting(() => store)).toBe(store);
    expect(store.length).toBe(0);
  });
});
