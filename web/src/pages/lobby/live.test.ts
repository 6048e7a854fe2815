import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listen, lobbyAddress, pause } from './live';

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readyState = 1;
  closed = false;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
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

it('finds out that the network is gone, and comes back', () => {
  const live = start();
  FakeSocket.all[0]?.onopen?.();
  FakeSocket.all[0]?.hear(LOBBY);
  vi.advanceTimersByTime(15_000);
  expect(FakeSocket.all[0]?.sent).toEqual(['{"type":"ping","id":1}']);
  expect(heard.connected).toHaveBeenLastCalledWith(true);
  vi.advanceTimersByTime(8_000);
  expect(heard.connected).toHaveBeenLastCalledWith(false);
  expect(FakeSocket.all[0]?.closed).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.all[0]?.hear(LOBBY); // too late
  expect(heard.connected).toHaveBeenLastCalledWith(false);
  live.close();
});

it('stays while its pings are answered, or news come in', () => {
  const live = start();
  FakeSocket.all[0]?.onopen?.();
  for (let asked = 1; asked <= 3; asked += 1) {
    vi.advanceTimersByTime(15_000);
    expect(FakeSocket.all[0]?.sent).toHaveLength(asked);
    vi.advanceTimersByTime(7_000);
    FakeSocket.all[0]?.hear(asked === 2 ? LOBBY : { type: 'pong', reply_to: asked });
  }
  expect(FakeSocket.all).toHaveLength(1);
  expect(heard.lobby).toHaveBeenCalledExactlyOnceWith(LOBBY);
  live.close();
});

it.each(['online', 'visibilitychange'])('asks soon on %s whether anybody is there', (event) => {
  const live = start();
  FakeSocket.all[0]?.onopen?.();
  (event === 'online' ? window : document).dispatchEvent(new Event(event));
  expect(FakeSocket.all[0]?.sent).toHaveLength(1);
  vi.advanceTimersByTime(4_000);
  expect(FakeSocket.all).toHaveLength(2);
  live.close();
  expect(vi.getTimerCount()).toBe(0);
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
