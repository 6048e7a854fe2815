/** One table as this browser has it: the scene, the connection, and what the person is about. */

import type { AnyMessage, Bye, Refused, Scene, TableMessage, Told } from '$generated/socket';
import { t } from '$lib/i18n.svelte';
import { session } from '$lib/session.svelte';
import { effects } from '$lib/sound/effects';
import { toast } from '$lib/ui/toasts.svelte';
import { afterwards, choose, myTurn, type Choice, type Question } from './choice';
import { Connection, type Order, type Status } from './connection';
import { FairPlay } from './fairplay.svelte';
import { muted } from './muted.svelte';
import { Show } from './show.svelte';
import { tempo } from './tempo';

const SPEECH = 3500;
/** Milliseconds after which a busy server is asked again for a shuffle. */
const AGAIN = 1000;
const SCENES_KEPT = 200;

export class TablePlay {
  scene = $state.raw<Scene | null>(null);
  status = $state<Status>('connecting');
  bye = $state.raw<Bye | null>(null);
  /** When the scene came, by `performance.now()`; clocks count from it. */
  since = $state(0);
  /** Sentences for the live region, the newest last. */
  told = $state.raw<readonly { id: number; text: string }[]>([]);
  /** What each seat has just said, in words. */
  speech = $state.raw<readonly [string, string]>(['', '']);
  chosen = $state<string | null>(null);
  /** A rash move that waits for a second press. */
  doubted = $state<string | null>(null);
  question = $state.raw<Question | null>(null);
  /** A card that was refused, to be shaken once; `n` tells one refusal from the next. */
  shaken = $state.raw<{ card: string; reason: string; n: number } | null>(null);
  sent = $state<string | null>(null);
  hint = $state.raw<{ moves: readonly string[]; text: string } | null>(null);
  /** Spectators: which of `past` is looked at; null: what is now. */
  cursor = $state<number | null>(null);
  past = $state.raw<readonly Scene[]>([]);

  readonly show = new Show(() => ({
    trumpFirst: session.settings.trump_first,
    pause: session.settings.trick_pause,
    tempo: tempo(),
  }));
  readonly fair: FairPlay;
  readonly #connection: Connection;
  #plan: string[] = [];
  #n = 0;
  #again = 0;
  #quiet: [number, number] = [0, 0];

  constructor(readonly id: string) {
    this.fair = new FairPlay(id, (order) => this.send(order));
    const words = { language: session.language, deck: session.deck };
    this.#connection = new Connection(id, words, {
      onmessage: (message) => this.#heard(message),
      onstatus: (status) => this.#became(status),
    });
  }

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    this.#connection.close();
    clearTimeout(this.#again);
    this.show.stop();
  }

  /** What is looked at: now, or for spectators a moment of the past. */
  get seen(): Scene | null {
    return this.cursor === null ? this.scene : (this.past[this.cursor] ?? this.scene);
  }

  get mine(): boolean {
    return (
      this.scene !== null && myTurn(this.scene) && this.sent === null && this.status === 'open'
    );
  }

  /** Whether the other is not to be heard. */
  get muted(): boolean {
    return this.#other !== null && muted.has(this.#other);
  }

  set muted(silent: boolean) {
    if (this.#other !== null) muted.set(this.#other, silent);
  }

  get #other(): string | null {
    const { scene } = this;
    return scene?.seat == null ? null : scene.seats[(1 - scene.seat) as 0 | 1].name;
  }

  speak(): void {
    if (this.scene) this.#connection.speak(session.language, session.deck);
  }

  retry(): void {
    this.#connection.retry();
  }

  send(order: Order): boolean {
    const sent = this.#connection.send(order) !== null;
    if (!sent) this.#plan = [];
    return sent;
  }

  /** A tap on a card of the own hand. */
  tap(card: string): Choice | null {
    const { scene } = this;
    if (!scene || scene.phase !== 'playing' || this.sent === card) return null;
    this.show.skip();
    this.doubted = null;
    // while a card is on its way to the server, the next can already be chosen
    const choice: Choice = this.sent ? { do: 'preselect', card } : choose(scene, card);
    if (choice.do === 'preselect') this.chosen = this.chosen === card ? null : card;
    else if (choice.do === 'ask') this.question = choice;
    else if (choice.do === 'refuse') this.#shake(card, choice.reason);
    else if (session.settings.confirm && this.chosen !== card) this.chosen = card;
    else this.move(card);
    return choice;
  }

  /** Make moves one after the other: an announcement, then what follows it. */
  moves(all: readonly string[]): void {
    const [first, ...rest] = all;
    if (first === undefined) return;
    this.#plan = rest;
    this.#play(first);
  }

  move(token: string): void {
    this.moves([token]);
  }

  /** A button: as `move`, but what would give the deal away is asked for twice. */
  act(token: string): void {
    const points = this.scene?.seats[this.scene.seat as 0 | 1]?.points ?? null;
    const rash = token === 'o' && points !== null && points < 66 && this.doubted !== token;
    this.doubted = rash ? token : null;
    if (rash) this.#tell(this.doubt);
    else this.move(token);
  }

  /** The question behind `doubted`. */
  get doubt(): string {
    const points = this.scene?.seats[this.scene.seat as 0 | 1]?.points ?? 0;
    return t('You have only {n} card points: press again to go out all the same.', { n: points });
  }

  #play(token: string): void {
    const { scene } = this;
    this.question = null;
    this.chosen = null;
    this.doubted = null;
    this.hint = null;
    if (!scene || !myTurn(scene)) return;
    this.show.skip();
    if (!this.send({ type: 'play', version: scene.version, move: token })) return;
    const isCard = token.length === 2 && token === token.toUpperCase();
    this.sent = isCard ? token : null;
    if (isCard) effects.play('card');
  }

  cancel(): void {
    this.chosen = null;
    this.question = null;
    this.doubted = null;
    this.hint = null;
    this.#plan = [];
  }

  undo(): void {
    const { scene } = this;
    if (!scene?.may_undo) return;
    this.cancel();
    this.send({ type: 'undo', version: scene.version });
  }

  askHint(): void {
    const { scene } = this;
    if (scene?.may_hint) this.send({ type: 'hint', version: scene.version });
  }

  // ---- what comes from the server ------------------------------------------------------

  #became(status: Status): void {
    this.status = status;
    if (status === 'open') return;
    this.#unsend();
    this.fair.forget();
  }

  #heard(message: AnyMessage): void {
    if (message.type === 'table') this.#take(message);
    else if (message.type === 'refused') this.#refused(message);
    else if (message.type === 'hint') this.#hinted(message);
    else if (message.type === 'bye') this.bye = message;
  }

  #hinted(message: { version: number; moves: string[]; text: string }): void {
    if (message.version !== this.scene?.version) return;
    this.hint = { moves: message.moves, text: message.text };
    this.#tell(message.text);
  }

  #refused(message: Refused): void {
    const card = this.sent;
    this.#unsend();
    this.#plan = [];
    this.fair.forget();
    if (message.code === 'busy') this.#again = window.setTimeout(() => this.#shuffle(), AGAIN);
    if (message.code === 'stale') return;
    if (card) this.#shake(card, message.text);
    else toast(message.text, 'error');
  }

  #shuffle(): void {
    clearTimeout(this.#again);
    if (this.scene) void this.fair.take(this.scene);
  }

  /** What was sent may not have been made, and what was chosen behind it is not wanted now. */
  #unsend(): void {
    if (this.sent) this.chosen = null;
    this.sent = null;
  }

  #take({ scene, told }: TableMessage): void {
    const before = this.scene;
    this.bye = null;
    this.since = performance.now();
    if (before && scene.version !== before.version) {
      this.sent = null;
      this.hint = null;
      this.question = null;
      this.doubted = null;
      this.shaken = null;
    }
    // what was chosen since was chosen in another position
    if (told.some(({ kind }) => kind === 'taken_back')) this.cancel();
    this.scene = scene;
    this.past = [...this.past.slice(-SCENES_KEPT + 1), scene];
    if (this.cursor === null) this.show.to(scene, told);
    else if (this.past.length === SCENES_KEPT) this.cursor = Math.max(0, this.cursor - 1);
    // some sentences, but one piece of news: screen readers skip what comes on the heels of another
    this.#tell(
      told
        .map((one) => this.#happened(one))
        .filter(Boolean)
        .join(' '),
    );
    effects.told(told, scene, before);
    this.#shuffle();
    this.#goOn(scene, before);
  }

  /** The next of planned moves, or the preselected card. */
  #goOn(scene: Scene, before: Scene | null): void {
    const [next] = this.#plan;
    if (before?.deal !== scene.deal) this.#plan = [];
    else if (next !== undefined && myTurn(scene) && before.version !== scene.version) {
      this.#plan = [];
      if (scene.moves.includes(next)) this.act(next);
      return;
    }
    const card = this.chosen;
    if (card === null || this.sent || session.settings.confirm) return;
    const what = afterwards(scene, card);
    if (what === 'play') this.tap(card);
    if (what !== 'drop') return;
    this.chosen = null;
    const reason = scene.reasons[card];
    if (reason) this.#shake(card, reason);
  }

  /** Shows what is said aloud; returns what is to be told. */
  #happened(one: Told): string {
    const seat = one.seat as 0 | 1 | null;
    const by = seat === null ? null : (this.scene?.seats[seat] ?? null);
    if (one.kind === 'said' && seat !== this.scene?.seat && this.muted) return '';
    if (one.kind === 'no_rematch') toast(one.text);
    if (seat === null) return one.text;
    const called = { said: one.text, close: t('I close!'), out: t('Enough!') }[one.kind as string];
    if (called) this.#speak(seat, called);
    if (one.kind === 'announce')
      this.#speak(seat, by?.pairs.at(-1)?.worth === 40 ? t('Forty!') : t('Twenty!'));
    return one.kind === 'said' ? `${by?.name}: ${one.text}` : one.text;
  }

  #speak(seat: 0 | 1, text: string): void {
    const next: [string, string] = [...this.speech];
    next[seat] = text;
    this.speech = next;
    clearTimeout(this.#quiet[seat]);
    this.#quiet[seat] = window.setTimeout(() => {
      const after: [string, string] = [...this.speech];
      after[seat] = '';
      this.speech = after;
    }, SPEECH);
  }

  #tell(text: string): void {
    if (!text) return;
    this.told = [...this.told.slice(-7), { id: this.#n++, text }];
  }

  #shake(card: string, reason: string): void {
    this.shaken = { card, reason, n: this.#n++ };
    if (reason) this.#tell(reason);
  }

  // ---- looking back --------------------------------------------------------------------

  /** Spectators step through what they have seen; beyond the newest is now. */
  look(by: number): void {
    const at = (this.cursor ?? this.past.length - 1) + by;
    this.cursor = at >= this.past.length - 1 ? null : Math.max(0, at);
    if (this.seen) this.show.jump(this.seen);
  }

  live(): void {
    this.cursor = null;
    if (this.scene) this.show.jump(this.scene);
  }
}
