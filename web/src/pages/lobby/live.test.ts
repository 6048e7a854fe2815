import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listen, lobbyAddress, pause } from './live';

class FakeSocket {
  static all: FakeSocket[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readyState = 1;
  closed = false;
  constructor() {
    FakeSocket.all.push(this);
  }
  close() {
    this.closed = true;
    this.drop();
  }
  drop() {
    this.readyState = 3;
    this.onclose?.();
  }
  hear(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const LOBBY = { type: 'lobby', seeks: [], tables: [], mine: [], counts: { people: 1, tables: 0 } };
const heard = { lobby: vi.fn(), accepted: vi.fn(), connected: vi.fn() };
const start = () => listen(heard, () => new FakeSocket() as unknown as WebSocket);

beforeEach(() => {
  FakeSocket.all = [];
  vi.clearAllMocks();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('passes on the lobby and the table of an accepted seek', () => {
  const live = start();
  FakeSocket.all[0]?.hear(LOBBY);
  FakeSocket.all[0]?.hear({ type: 'accepted', table: 'abc' });
  expect(heard.lobby).toHaveBeenCalledExactlyOnceWith(LOBBY);
  expect(heard.accepted).toHaveBeenCalledExactlyOnceWith('abc');
  live.close();
});

it('comes back after the line was cut, and says that it is cut', () => {
  const live = start();
  FakeSocket.all[0]?.drop();
  expect(heard.connected).toHaveBeenLastCalledWith(false);
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.all[1]?.hear(LOBBY);
  expect(heard.connected).toHaveBeenLastCalledWith(true);
  live.close();
});

it('does not wait when the browser is online again', () => {
  const live = start();
  for (let failures = 0; failures < 5; failures += 1) {
    FakeSocket.all.at(-1)?.drop();
    vi.advanceTimersByTime(20_000);
  }
  FakeSocket.all.at(-1)?.drop();
  const before = FakeSocket.all.length;
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all).toHaveLength(before + 1);
  live.close();
});

it('stays away once it is closed', () => {
  start().close();
  vi.advanceTimersByTime(60_000);
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all).toHaveLength(1);
  expect(FakeSocket.all[0]?.closed).toBe(true);
});

it('waits longer each time, but never long', () => {
  expect([0, 1, 2, 10].map((failures) => pause(failures, () => 0.5))).toEqual([
    500, 1_000, 2_000, 15_000,
  ]);
});

it('is secure where the page is', () => {
  expect(lobbyAddress({ protocol: 'https:', host: 'a.b' }, 'de')).toBe(
    'wss://a.b/ws/lobby?lang=de',
  );
  expect(lobbyAddress({ protocol: 'http:', host: 'a.b:1' }, 'en')).toBe(
    'ws://a.b:1/ws/lobby?lang=en',
  );
});
