import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FairScene } from '$generated/socket';
import { bytesOf, clientCommitment, commitmentOf } from '$lib/fair/fair';
import type { Order } from './connection';
import { FairPlay, READY_AFTER, READY_BY_KEYS } from './fairplay.svelte';
import { sceneOf } from './scenes';

const SECRET = bytesOf('a'.repeat(64), 32, 32)!;
const THEIRS = clientCommitment(1, bytesOf('2'.repeat(64), 32, 32)!);

function next(changes: Partial<FairScene> = {}): FairScene {
  return {
    deal: 2,
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

function table() {
  const sent: Order[] = [];
  const fair = new FairPlay('t', (order) => sent.push(order) > 0);
  const take = (scene: FairScene | null, phase: 'shuffling' | 'deal_over' = 'deal_over') =>
    fair.take(sceneOf({ next_fair: scene, phase, seat: 0 }));
  const own = () => (sent[0] as Extract<Order, { type: 'commit' }>).commitment;
  return { sent, fair, take, own };
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('a shuffle', () => {
  it('is committed to at once, but only once', async () => {
    const { sent, take } = table();
    await take(next());
    await take(next());
    expect(sent.map(({ type }) => type)).toEqual(['commit']);
  });

  it('of the first deal is opened as soon as both have committed', async () => {
    const { sent, take, own } = table();
    await take(next(), 'shuffling');
    await take(next({ commitments: [own(), null] }), 'shuffling');
    expect(sent).toHaveLength(1);
    await take(next({ commitments: [own(), THEIRS] }), 'shuffling');
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(({ type }) => type)).toEqual(['commit', 'reveal']);
  });

  it('waits while the server takes a break, and is taken up after it', async () => {
    const { sent, fair, own } = table();
    const take = (scene: FairScene, paused: boolean) =>
      fair.take(sceneOf({ next_fair: scene, phase: 'deal_over', seat: 0, paused }));
    await take(next(), true);
    expect(sent).toEqual([]);
    await take(next(), false);
    const sealed = next({ commitments: [own(), THEIRS] });
    await take(sealed, false);
    await take(sealed, true);
    await vi.advanceTimersByTimeAsync(2 * READY_AFTER);
    expect(sent.map(({ type }) => type)).toEqual(['commit']);
    await take(sealed, false);
    await vi.advanceTimersByTimeAsync(READY_AFTER);
    expect(sent.map(({ type }) => type)).toEqual(['commit', 'reveal']);
  });

  it('of another deal waits longer for who goes on by keys', async () => {
    const button = document.body.appendChild(document.createElement('button'));
    const { sent, take, own } = table();
    await take(next());
    await take(next({ commitments: [own(), THEIRS] }));
    vi.spyOn(document, 'querySelector').mockReturnValue(button);
    await vi.advanceTimersByTimeAsync(READY_AFTER);
    expect(sent.map(({ type }) => type)).toEqual(['commit']);
    await vi.advanceTimersByTimeAsync(READY_BY_KEYS - READY_AFTER);
    expect(sent.map(({ type }) => type)).toEqual(['commit', 'reveal']);
    vi.restoreAllMocks();
    button.remove();
  });

  it('of another deal waits for the person', async () => {
    const { sent, fair, take, own } = table();
    await take(next());
    await take(next({ commitments: [own(), THEIRS] }));
    expect(fair.startsAt).not.toBeNull();
    expect(sent).toHaveLength(1);
    await fair.ready();
    await fair.ready();
    expect(sent.map(({ type }) => type)).toEqual(['commit', 'reveal']);
    expect(fair.startsAt).toBeNull();
  });

  it('goes on by itself after eight seconds', async () => {
    const { sent, take, own } = table();
    await take(next());
    await take(next({ commitments: [own(), THEIRS] }));
    await vi.advanceTimersByTimeAsync(READY_AFTER - 100);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(sent).toHaveLength(2);
  });

  it('is told again after a lost connection', async () => {
    const { sent, fair, take } = table();
    await take(next());
    fair.forget();
    await take(next());
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('waits for another device of the same person, and takes what it sealed for lost then', async () => {
    const { sent, take } = table();
    const sealed = clientCommitment(0, bytesOf('9'.repeat(64), 32, 32)!);
    await take(next({ commitments: [sealed, null] }));
    await vi.advanceTimersByTimeAsync(READY_BY_KEYS);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(sent.map(({ type }) => type)).toEqual(['commit']);
  });

  it('that another device began anew is not opened here', async () => {
    const { sent, take, own } = table();
    await take(next());
    await take(next({ commitments: [own(), THEIRS] }));
    const sealed = clientCommitment(0, bytesOf('9'.repeat(64), 32, 32)!);
    const again = commitmentOf(bytesOf('b'.repeat(64), 32, 32)!);
    await take(next({ commitment: again, commitments: [sealed, THEIRS] }));
    await vi.advanceTimersByTimeAsync(READY_AFTER);
    expect(sent.map(({ type }) => type)).toEqual(['commit']);
  });

  it('is left to another device that opens what it sealed', async () => {
    const { sent, take } = table();
    const sealed = clientCommitment(0, bytesOf('9'.repeat(64), 32, 32)!);
    await take(next({ commitments: [sealed, THEIRS] }));
    await vi.advanceTimersByTimeAsync(1000);
    await take(next({ commitments: [sealed, THEIRS], contributions: ['9'.repeat(64), null] }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
  });

  it('is none of a spectator’s business', async () => {
    const { sent, fair } = table();
    await fair.take(sceneOf({ next_fair: next(), seat: null, phase: 'deal_over' }));
    expect(sent).toEqual([]);
  });
});
