/** Where the pictures of cards lie: made or found when a card is first wanted, then kept. */

import { SvelteMap } from 'svelte/reactivity';
import { rankIndex } from '$lib/i18n.svelte';
import type { Deck, Language } from '$lib/api/types';
import { session } from '$lib/session.svelte';

const german = import.meta.glob<string>('../../generated/cards/german/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

const made = new SvelteMap<string, string>();
const asked = new Set<string>();

/** Which set of faces is in use. */
export interface FaceSet {
  deck: Deck;
  language: Language;
  colours: 2 | 4;
  big: boolean;
  /** German aces have an S, for Sau. */
  sau: boolean;
}

/** The set that the settings ask for; `narrow`: cards are shown small. */
export function faceSet(narrow: boolean): FaceSet {
  const { index, colours, sau } = session.settings;
  return {
    deck: session.deck,
    language: session.language,
    colours,
    big: index === 'big' || (index === 'auto' && narrow),
    sau,
  };
}

/** Address of a face; empty until it is there, then whoever asked is drawn again. */
export function faceUrl(card: string, set: FaceSet): string {
  if (set.deck === 'german') {
    const file = set.sau && card.endsWith('A') ? `${card}-sau` : card;
    return german[`../../generated/cards/german/${file}.svg`] ?? '';
  }
  const key = `${card} ${set.language} ${set.colours} ${set.big}`;
  const url = made.get(key);
  if (url === undefined) void make(key, card, set);
  return url ?? '';
}

/** Address of the back, which both decks share. */
export function backUrl(): string {
  return german['../../generated/cards/german/back.svg'] ?? '';
}

/** Have the faces of cards ready before they are turned up. */
export function prepare(cards: readonly string[], set: FaceSet): void {
  for (const card of cards) {
    const url = faceUrl(card, set);
    if (url) new Image().src = url;
  }
}

async function make(key: string, card: string, set: FaceSet): Promise<void> {
  if (asked.has(key)) return;
  asked.add(key);
  try {
    const { frenchFace } = await import('./french');
    const text = await frenchFace(card, { ...set, index: rankIndex });
    made.set(key, URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' })));
  } catch {
    asked.delete(key);
  }
}
