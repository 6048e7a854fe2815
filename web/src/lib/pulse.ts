/** A network that is gone says nothing, so whoever listens to a socket must ask. */

const PING_EVERY = 15_000;
const PONG_WITHIN = 8000;
/** Of a person who has just come back and is about to tap. */
const PONG_AWAKE = 2000;

/** Asks after a silence, and tells when nothing comes back. */
export class Pulse {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ask: () => void,
    private readonly lost: () => void,
  ) {}

  /** Something was heard: all is well for a while. */
  heard(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#askWithin(PONG_WITHIN), PING_EVERY);
  }

  /** Find out soon. */
  hurry(): void {
    this.#askWithin(PONG_AWAKE);
  }

  /** Ask no more, until something is heard. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #askWithin(ms: number): void {
    this.stop();
    this.ask();
    this.#timer = setTimeout(this.lost, ms);
  }
}
