/**
 * Texts in the person's language: English strings are the message ids, as in the Python part.
 *
 * `t('Join {name}', { name })`, `tn('{n} card', '{n} cards', n)`. Cards and suits are named for
 * the deck in use. All of it is reactive.
 */

import type { Deck, Language } from '$lib/api/types';

interface Catalogue {
  texts: Record<string, string>;
  plurals: Record<string, [string, string]>;
}

interface Names {
  cards: Record<string, string>;
  suits: Record<string, string>;
  symbols: Record<string, string>;
  indices: Record<string, string>;
}

type Values = Readonly<Record<string, string | number>>;

const catalogues = import.meta.glob<Catalogue>('../generated/i18n/*.json', { import: 'default' });
const named = import.meta.glob<Record<Language, Record<Deck, Names>>>('../generated/names.json', {
  import: 'default',
  eager: true,
});
const names = Object.values(named)[0];

const state = $state({ language: 'en' as Language, deck: 'french' as Deck });
let catalogue = $state.raw<Catalogue>({ texts: {}, plurals: {} });

/** The language spoken now. */
export function language(): Language {
  return state.language;
}

/** The deck whose names cards have now. */
export function deck(): Deck {
  return state.deck;
}

/** Speak another language, or of other cards, from now on. */
export async function speak(to: Language, of: Deck): Promise<void> {
  const load = catalogues[`../generated/i18n/${to}.json`];
  const found = to === 'en' || !load ? { texts: {}, plurals: {} } : await load();
  catalogue = found;
  state.language = to;
  state.deck = of;
  document.documentElement.lang = to === 'de' ? 'de-AT' : 'en';
}

/** A text in the person's language. */
export function t(message: string, values: Values = {}): string {
  return filled(catalogue.texts[message] || message, values);
}

/** A text that depends on a number, which it may show as `{n}`. */
export function tn(one: string, other: string, n: number, values: Values = {}): string {
  const forms = catalogue.plurals[one] ?? [one, other];
  return filled(n === 1 ? forms[0] : forms[1], { n, ...values });
}

function filled(text: string, values: Values): string {
  // with German cards trump is called Atout; the catalogue keeps articles off the word
  const german = state.language === 'de' && state.deck === 'german';
  const called = german ? text.replaceAll('Trumpf', 'Atout') : text;
  return called.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  );
}

function of(kind: keyof Names, token: string): string {
  return names?.[state.language]?.[state.deck]?.[kind]?.[token] ?? '';
}

/** `HT` → “ten of hearts”, in the nominative. */
export function cardName(token: string): string {
  return of('cards', token) || token;
}

/** `H` → “hearts”. */
export function suitName(suit: string): string {
  return of('suits', suit) || suit;
}

/** `H` → “♥”; letters for German suits without a sign. */
export function suitSymbol(suit: string): string {
  return of('symbols', suit) || suit;
}

/** `J` → “B” on a French card in German. */
export function rankIndex(rank: string): string {
  return of('indices', rank) || (rank === 'T' ? '10' : rank);
}

/** A number as it is written here. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString(locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** A day and time, short; `at` in milliseconds. */
export function moment(at: number, style: 'date' | 'datetime' = 'datetime'): string {
  return new Date(at).toLocaleString(locale(), {
    dateStyle: 'medium',
    ...(style === 'datetime' ? { timeStyle: 'short' as const } : {}),
  });
}

function locale(): string {
  return state.language === 'de' ? 'de-AT' : 'en-GB';
}
