import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyMessage } from '$generated/socket';
import { Connection, type Status, type Surroundings } from './connection';

class FakeSocket extends EventTarget {
  sent: string[] = [];
  closed = false;
  constructor(readonly url: string) {
    super();
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.dispatchEvent(new Event('open'));
  }
  say(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
  lose(): void {
    this.dispatchEvent(new Event('close'));
  }
}

function connected() {
  const sockets: FakeSocket[] = [];
  const heard: AnyMessage[] = [];
  const statuses: Status[] = [];
  const around: Surroundings = {
    open: (url) => {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    setTimer: (then, ms) => setTimeout(then, ms) as unknown as number,
    clearTimer: (timer) => clearTimeout(timer),
    random: () => 0.5,
  };
  const words = { language: 'de', deck: 'german' } as const;
  const listener = {
    onmessage: (message: AnyMessage) => heard.push(message),
    onstatus: (status: Status) => statuses.push(status),
  };
  const connection = new Connection('t1', words, listener, around);
  connection.start();
  return { connection, sockets, heard, statuses, last: () => sockets.at(-1)! };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('the connection', () => {
  it('speaks the language and the deck of the person', () => {
    const { last } = connected();
    expect(last().url).toMatch(/^ws.*\/ws\/tables\/t1\?v=1&lang=de&deck=german$/);
  });

  it('numbers commands, and sends none without a connection', () => {
    const { connection, last } = connected();
    expect(connection.send({ type: 'ping' })).toBeNull();
    last().open();
    expect(connection.send({ type: 'say', phrase: 'hello' })).toBe(1);
    expect(connection.send({ type: 'rematch' })).toBe(2);
    expect(last().sent.map((text) => JSON.parse(text))).toEqual([
      { type: 'say', phrase: 'hello', id: 1 },
      { type: 'rematch', id: 2 },
    ]);
  });

  it('comes back with what it has seen, after pauses that double', () => {
    const { sockets, statuses, last } = connected();
    last().open();
    last().say({ type: 'table', scene: { seq: 17 }, told: [], reply_to: null });
    last().lose();
    vi.advanceTimersByTime(249);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(last().url).toContain('since=17');
    last().lose();
    vi.advanceTimersByTime(499);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(3);
    expect(statuses).toEqual(['open', 'lost']);
  });

  it('never waits longer than eight seconds', () => {
    const { sockets, last } = connected();
    for (let n = 0; n < 12; n++) {
      last().lose();
      vi.advanceTimersByTime(8000);
      expect(sockets).toHaveLength(n + 2);
    }
  });

  it('tries at once when the network is back', () => {
    const { sockets, last } = connected();
    last().lose();
    last().lose();
    window.dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(2);
  });

  it('ends when the server says that coming back makes no sense', () => {
    const { sockets, statuses, heard, last } = connected();
    last().open();
    last().say({ type: 'bye', code: 'no_table', text: 'There is no such table.', retry: false });
    last().lose();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(statuses.at(-1)).toBe('ended');
    expect(heard).toHaveLength(1);
  });

  it('comes back after a bye that allows it', () => {
    const { sockets, last } = connected();
    last().open();
    last().say({ type: 'bye', code: 'stopping', text: 'Back in a moment.', retry: true });
    last().lose();
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
  });

  it('notices a line that is dead without having said so', () => {
    const { sockets, last } = connected();
    last().open();
    vi.advanceTimersByTime(15_000);
    expect(last().sent.map((text) => JSON.parse(text).type)).toEqual(['ping']);
    vi.advanceTimersByTime(8000 + 250);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]!.closed).toBe(true);
  });

  const wake = () => document.dispatchEvent(new Event('visibilitychange'));

  it('notices soon that a line has died while nobody looked', () => {
    const { sockets, last } = connected();
    last().open();
    wake();
    expect(last().sent.map((text) => JSON.parse(text).type)).toEqual(['ping']);
    vi.advanceTimersByTime(2000 + 250);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]!.closed).toBe(true);
  });

  it('keeps a line that answers when somebody looks again', () => {
    const { sockets, last } = connected();
    last().open();
    wake();
    last().say({ type: 'pong', reply_to: 1 });
    vi.advanceTimersByTime(14_999);
    expect(sockets).toHaveLength(1);
    expect(last().sent).toHaveLength(1);
  });

  it('does not hear an old line any more', () => {
    const { heard, sockets, last } = connected();
    last().lose();
    vi.advanceTimersByTime(250);
    sockets[0]!.say({ type: 'table', scene: { seq: 3 }, told: [], reply_to: null });
    expect(heard).toEqual([]);
  });

  it('stays closed', () => {
    const { connection, sockets, last } = connected();
    last().open();
    connection.close();
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });
});
