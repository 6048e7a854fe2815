/** Something at the server that changes: looked at every two seconds while the page is seen. */

import { api, ApiError } from '$lib/api/client';
import { sentenceOf } from '$lib/api/sentences';
import { t } from '$lib/i18n.svelte';

const EVERY = 2000;

export class Watch<T> {
  value = $state.raw<T | null>(null);
  /** Why there is nothing to see. */
  error = $state.raw<unknown>(null);
  /** Why what is seen may be old; empty if it is not. */
  lost = $state('');

  #asked = 0;
  #shown = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly path: string,
    private readonly versionOf: (value: T) => string,
  ) {}

  /** Begin; the answer ends it. */
  start(): () => void {
    let over = false;
    const round = async () => {
      if (!document.hidden) await this.refresh();
      if (!over) this.#timer = setTimeout(round, EVERY);
    };
    const seen = () => {
      if (!document.hidden) void this.refresh();
    };
    document.addEventListener('visibilitychange', seen);
    void round();
    return () => {
      over = true;
      clearTimeout(this.#timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }

  /** Look now. */
  async refresh(): Promise<void> {
    const asked = ++this.#asked;
    const known = this.value;
    const since = known ? `?since=${encodeURIComponent(this.versionOf(known))}` : '';
    try {
      const found = await api.get<T | undefined>(this.path + since);
      this.lost = '';
      // an answer that was overtaken is older than what is seen
      if (found === undefined || asked < this.#shown) return;
      this.#shown = asked;
      this.value = found;
      this.error = null;
    } catch (error) {
      const away = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      if (!known) this.error = error;
      else this.lost = away ? t('Connection lost – trying again …') : sentenceOf(error);
    }
  }
}
