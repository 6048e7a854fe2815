/**
 * The table's socket: it comes back by itself, with longer and longer pauses between, and at once
 * when the network is back or the page is looked at again.
 */

import type { AnyCommand, AnyMessage, Bye } from '$generated/socket';
import type { Deck, Language } from '$lib/api/types';
import { Pulse } from '$lib/pulse';

export type Status = 'connecting' | 'open' | 'lost' | 'ended';

/** A command without its number, which the connection gives. */
export type Order = AnyCommand extends infer C
  ? C extends unknown
    ? Omit<C, 'id'>
    : never
  : never;

export interface Listener {
  /** Messages but `Pong`, in order. */
  onmessage: (message: AnyMessage) => void;
  onstatus: (status: Status) => void;
}

/** What the connection needs of its surroundings; tests bring their own. */
export interface Surroundings {
  open: (url: string) => WebSocket;
  setTimer: (then: () => void, ms: number) => number;
  clearTimer: (timer: number) => void;
  random: () => number;
}

const BROWSER: Surroundings = {
  open: (url) => new WebSocket(url),
  setTimer: (then, ms) => window.setTimeout(then, ms),
  clearTimer: (timer) => window.clearTimeout(timer),
  random: Math.random,
};

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;

export class Connection {
  status: Status = 'connecting';
  #socket: WebSocket | null = null;
  #next = 1;
  #failures = 0;
  #since: number | null = null;
  #retry = 0;
  readonly #pulse = new Pulse(
    () => this.send({ type: 'ping' }),
    () => this.#lost(),
  );
  #bye: Bye | null = null;

  constructor(
    private readonly table: string,
    private words: { language: Language; deck: Deck },
    private readonly listener: Listener,
    private readonly around: Surroundings = BROWSER,
  ) {}

  /** Connect, and stay connected until `close`. */
  start(): void {
    addEventListener('online', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  close(): void {
    removeEventListener('online', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#become('ended');
    this.around.clearTimer(this.#retry);
    this.#drop();
  }

  /** Send a command; its number, or null if there is no connection now. */
  send(order: Order): number | null {
    if (this.status !== 'open' || !this.#socket) return null;
    const id = this.#next++;
    this.#socket.send(JSON.stringify({ ...order, id }));
    return id;
  }

  /** Speak another language, or of other cards; a new connection will, too. */
  speak(language: Language, deck: Deck): void {
    this.words = { language, deck };
    this.send({ type: 'words', lang: language, deck });
  }

  /** Connect now if the connection is lost, and find out soon if it only seems to be there. */
  retry(): void {
    if (this.status === 'open') this.#pulse.hurry();
    if (this.status !== 'lost') return;
    this.around.clearTimer(this.#retry);
    this.#connect();
  }

  readonly #wake = (): void => {
    if (document.visibilityState !== 'hidden') this.retry();
  };

  #url(): string {
    const query = new URLSearchParams({ v: '1', lang: this.words.language, deck: this.words.deck });
    if (this.#since !== null) query.set('since', String(this.#since));
    const origin = location.origin.replace(/^http/, 'ws');
    return `${origin}/ws/tables/${encodeURIComponent(this.table)}?${query}`;
  }

  #connect(): void {
    this.#drop();
    this.#bye = null;
    const socket = this.around.open(this.#url());
    this.#socket = socket;
    const mine = (handle: (event: Event) => void) => (event: Event) => {
      if (this.#socket === socket) handle(event);
    };
    socket.addEventListener(
      'open',
      mine(() => this.#opened()),
    );
    socket.addEventListener(
      'message',
      mine((event) => this.#heard(event as MessageEvent<string>)),
    );
    socket.addEventListener(
      'close',
      mine(() => this.#lost()),
    );
  }

  #opened(): void {
    this.#become('open');
    this.#pulse.heard();
  }

  #heard(event: MessageEvent<string>): void {
    const message = JSON.parse(event.data) as AnyMessage;
    this.#failures = 0;
    this.#pulse.heard();
    if (message.type === 'pong') return;
    if (message.type === 'table') this.#since = message.scene.seq;
    if (message.type === 'bye') this.#bye = message;
    this.listener.onmessage(message);
  }

  #lost(): void {
    this.#drop();
    if (this.status === 'ended') return;
    if (this.#bye && !this.#bye.retry) {
      this.#become('ended');
      return;
    }
    this.#become('lost');
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures++);
    // all who were thrown out together need not come back together
    const spread = pause * (0.75 + 0.5 * this.around.random());
    this.#retry = this.around.setTimer(() => this.#connect(), spread);
  }

  #drop(): void {
    this.#pulse.stop();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #become(status: Status): void {
    if (this.status === status) return;
    this.status = status;
    this.listener.onstatus(status);
  }
}
