/** Whom one does not want to hear: kept while the browser's tab is open, over reloads and rematches. */

const KEY = 'bummerl.muted';

/** Where it is kept: the tab's own storage, or a test's. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>;

export class Muted {
  #names = $state.raw<readonly string[]>([]);

  constructor(private readonly store: () => Store = () => sessionStorage) {
    try {
      const kept: unknown = JSON.parse(this.store().getItem(KEY) ?? '[]');
      if (Array.isArray(kept)) this.#names = kept.filter((name) => typeof name === 'string');
    } catch {
      // a private window, or no list: nobody is muted
    }
  }

  has(name: string): boolean {
    return this.#names.includes(name);
  }

  set(name: string, muted: boolean): void {
    const others = this.#names.filter((other) => other !== name);
    this.#names = muted ? [...others, name] : others;
    try {
      this.store().setItem(KEY, JSON.stringify(this.#names));
    } catch {
      // then only until the page is loaded again
    }
  }
}

export const muted = new Muted();
