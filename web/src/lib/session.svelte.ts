/** Who plays here, and how he likes it: kept by the server for a user, else in the browser. */

import { ApiError, api, onSignedOut } from '$lib/api/client';
import { sentenceOf } from '$lib/api/sentences';
import type { Deck, Language, Rating } from '$lib/api/types';
import { speak } from '$lib/i18n.svelte';
import { toast } from '$lib/ui/toasts.svelte';

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  /** Of moving cards; reduced motion of the system wins. */
  speed: 'off' | 'fast' | 'normal';
  /** Colours of the French suits. */
  colours: 2 | 4;
  /** Corner signs of French cards. */
  index: 'auto' | 'big' | 'small';
  /** German aces have an S, for Sau, instead of the A of records. */
  sau: boolean;
  trump_first: boolean;
  /** Milliseconds that a finished trick stays. */
  trick_pause: number;
  sound: boolean;
  /** 0 to 1. */
  volume: number;
  /** Cards are played by a second tap. */
  confirm: boolean;
  /** What to start with in quick play. */
  level: string;
  rules: string;
  match: number;
  control: string;
}

export interface Me {
  id: string;
  name: string;
  guest: boolean;
  language: Language;
  deck: Deck;
  settings: Partial<Settings>;
  ratings: Rating[];
}

export const DEFAULTS: Readonly<Settings> = {
  theme: 'system',
  speed: 'normal',
  colours: 2,
  index: 'auto',
  sau: false,
  trump_first: true,
  trick_pause: 600,
  sound: false,
  volume: 0.6,
  confirm: false,
  level: 'regular',
  rules: 'soft',
  match: 1,
  control: 'none',
};

const STORED = 'bummerl';

interface Stored {
  language?: Language;
  deck?: Deck;
  settings?: Partial<Settings>;
}

class Session {
  me = $state.raw<Me | null>(null);
  language = $state<Language>('en');
  deck = $state<Deck>('french');
  settings = $state.raw<Settings>({ ...DEFAULTS });
  /** The server did not answer when the page was opened. */
  offline = $state(false);

  /** Somebody was signed in and is not any more, by no doing of this page. */
  #over = false;
  #arriving: Promise<Me> | undefined;

  constructor() {
    onSignedOut(() => {
      this.#over ||= this.me !== null;
      this.me = null;
      return this.#over;
    });
  }

  /** Find out who this is; needed once, before anything is drawn. */
  async start(): Promise<void> {
    const stored = read();
    this.language = stored.language ?? systemLanguage();
    this.deck = stored.deck ?? (this.language === 'de' ? 'german' : 'french');
    this.settings = { ...DEFAULTS, ...stored.settings };
    const words = speak(this.language, this.deck);
    try {
      const { user } = await api.get<{ user: Me | null }>('/api/me');
      await words;
      if (user) await this.take(user);
    } catch {
      this.offline = true;
    }
    await words;
    this.#dress();
  }

  /** From now on this user is the one who plays here. */
  async take(user: Me | null): Promise<void> {
    this.me = user;
    this.#over = false;
    if (!user) return;
    this.language = user.language;
    this.deck = user.deck;
    this.settings = { ...DEFAULTS, ...user.settings };
    this.#keep();
    await speak(this.language, this.deck);
    this.#dress();
  }

  /**
   * The user, made a guest first if there is none: the one way to become somebody. A guest is
   * called `name` from then on, if there is one. May fail, as the API does.
   */
  async ensure(name = ''): Promise<Me> {
    const wanted = name.trim();
    const me = this.me ?? (await (this.#arriving ??= this.#arrive(wanted)));
    if (me.guest && wanted && wanted !== me.name) return this.rename(wanted);
    return me;
  }

  /** Change the name. May fail, as the API does. */
  async rename(name: string): Promise<Me> {
    return (this.me = await api.patch<Me>('/api/me', { name }));
  }

  /** Change settings here at once, and at the server if it knows the person. */
  async set(change: Partial<Settings>): Promise<void> {
    this.settings = { ...this.settings, ...change };
    this.#keep();
    this.#dress();
    await this.#tell({ settings: this.settings });
  }

  /** Change language or deck here at once, and at the server if it knows the person. */
  async patch(change: { language?: Language; deck?: Deck }): Promise<void> {
    const { language = this.language, deck = this.deck } = change;
    if (language === this.language && deck === this.deck) return;
    this.language = language;
    this.deck = deck;
    this.#keep();
    await speak(language, deck);
    await this.#tell({ language, deck });
  }

  async logout(): Promise<void> {
    await api.post('/api/logout');
    this.me = null;
  }

  async #arrive(name: string): Promise<Me> {
    const { language, deck } = this;
    try {
      const me = await api.post<Me>('/api/guest', { ...(name ? { name } : {}), language, deck });
      this.me = me;
      this.#over = false;
      await this.#tell({ settings: this.settings });
      return this.me;
    } finally {
      this.#arriving = undefined;
    }
  }

  /** Tell the server about a change that holds here already; if it refuses, the person hears it. */
  async #tell(change: object): Promise<void> {
    if (!this.me) return;
    try {
      this.me = await api.patch<Me>('/api/me', change);
    } catch (error) {
      const away = error instanceof ApiError && error.status === 0;
      if (!away) toast(sentenceOf(error), 'error');
    }
  }

  #keep(): void {
    const { language, deck, settings } = this;
    try {
      localStorage.setItem(STORED, JSON.stringify({ language, deck, settings }));
    } catch {
      // a private window: then it is not remembered
    }
  }

  #dress(): void {
    const { theme, speed } = this.settings;
    const root = document.documentElement;
    root.dataset['theme'] = theme;
    root.dataset['speed'] = speed;
  }
}

function read(): Stored {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '{}') as Stored;
  } catch {
    return {};
  }
}

function systemLanguage(): Language {
  return navigator.languages.some((tag) => tag.startsWith('de')) ? 'de' : 'en';
}

export const session = new Session();
