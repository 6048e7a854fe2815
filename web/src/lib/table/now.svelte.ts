/** The present moment for whatever counts by itself; it ticks only while somebody looks. */

class Now {
  value = $state(performance.now());
  #watchers = 0;
  #timer = 0;

  /** Tick ten times a second until the returned function is called. */
  tick(): () => void {
    this.value = performance.now();
    if (this.#watchers++ === 0)
      this.#timer = window.setInterval(() => (this.value = performance.now()), 100);
    return () => {
      if (--this.#watchers === 0) clearInterval(this.#timer);
    };
  }
}

export const now = new Now();
