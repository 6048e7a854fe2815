/** Who plays here, and how he likes it: kept by the server for a user, else in the browser. */

import { ApiError, api } from '$lib/api/client';
import type { Deck, Language, Rating } from '$lib/api/types';
import { speak } from '$lib/i18n.svelte';

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  /** Of moving cards; reduced motion of the system wins. */
  speed: 'off' | 'fast' | 'normal';
  /** Colours of the French suits. */
  colours: 2 | 4;
  /** Corner signs of French cards. */
  index: 'auto' | 'big' | 'small';
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
    if (!user) return;
    this.language = user.language;
    this.deck = user.deck;
    this.settings = { ...DEFAULTS, ...user.settings };
    this.#keep();
    await speak(this.language, this.deck);
    this.#dress();
  }

  /** The user, made a guest first if there is none. */
  async ensure(): Promise<Me> {
    if (this.me) return this.me;
    const user = await api.post<Me>('/api/guest', { language: this.language, deck: this.deck });
    this.me = { ...user, settings: { ...this.settings, ...user.settings } };
    return this.me;
  }

  /** Change settings here at once, and at the server if it knows the person. */
  async set(change: Partial<Settings>): Promise<void> {
    this.settings = { ...this.settings, ...change };
    this.#keep();
    this.#dress();
    await this.#tell({ settings: this.settings });
  }

  /** Change name, language or deck. */
  async patch(change: { name?: string; language?: Language; deck?: Deck }): Promise<void> {
    if (change.name !== undefined) await this.#tell({ name: change.name });
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

  async #tell(change: object): Promise<void> {
    if (!this.me) return;
    try {
      this.me = await api.patch<Me>('/api/me', change);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error;
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
