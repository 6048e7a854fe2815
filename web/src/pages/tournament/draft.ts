/** An announcement as a form holds it, and as the server wants it. */

import type { PrizeListSettings, Settings } from './types';
import { cents } from './words';

export interface Draft {
  name: string;
  date: string;
  place: string;
  cards: number;
  max_per_person: number;
  price: string;
  preset: string;
  bummerls: number;
  boards: number;
  prizes: number;
  prize_names: string;
  club_prize: string;
  one_prize_each: boolean;
  third_place: boolean;
  places_5_8: boolean;
  lists: PrizeListSettings[];
  rebuy_until: number;
  rebuy_price: string;
  danish: boolean;
  danish_rounds: number;
  qualifiers: number;
  public_names: Settings['public_names'];
}

export const NEW: Readonly<Draft> = {
  name: '',
  date: '',
  place: '',
  cards: 64,
  max_per_person: 4,
  price: '5',
  preset: 'sharp',
  bummerls: 2,
  boards: 0,
  prizes: 8,
  prize_names: '',
  club_prize: '',
  one_prize_each: false,
  third_place: true,
  places_5_8: true,
  lists: [],
  rebuy_until: 0,
  rebuy_price: '',
  danish: false,
  danish_rounds: 5,
  qualifiers: 8,
  public_names: 'short',
};

/** The announcement to be changed; `bummerls` stands in the rules there. */
export function draftOf(settings: Settings, bummerls: number): Draft {
  const amount = (value: number | null) => (value === null ? '' : String(value / 100));
  return {
    ...settings,
    date: settings.date ?? '',
    place: settings.place ?? '',
    price: amount(settings.price),
    preset: withoutMatch(settings.rules),
    bummerls,
    prize_names: settings.prize_names.join('\n'),
    club_prize: settings.club_prize ?? '',
    lists: settings.lists.map((list) => ({
      ...list,
      apart: list.apart ?? false,
      names: list.names ?? [],
    })),
    rebuy_price: amount(settings.rebuy_price),
    danish: settings.danish !== null,
    danish_rounds: settings.danish?.rounds ?? NEW.danish_rounds,
    qualifiers: settings.danish?.qualifiers ?? NEW.qualifiers,
  };
}

/** `sharp(closed_counts=at_end,match=2)` → `sharp(closed_counts=at_end)`. */
export function withoutMatch(rules: string): string {
  return rules
    .replace(/,?\s*match=\d+/, '')
    .replace(/\(\s*,\s*/, '(')
    .replace(/\(\s*\)/, '');
}

/** What is sent; money that cannot be read is null. */
export function asked(draft: Draft, before?: Settings): object {
  return {
    name: draft.name,
    date: draft.date || null,
    place: draft.place || null,
    rules: draft.preset,
    bummerls: draft.bummerls,
    cards: draft.cards,
    max_per_person: draft.max_per_person,
    price: cents(draft.price || '0') ?? 0,
    boards: draft.boards,
    prizes: draft.prizes,
    prize_names: draft.prize_names
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    club_prize: draft.club_prize || null,
    one_prize_each: draft.one_prize_each,
    third_place: draft.third_place,
    places_5_8: draft.places_5_8,
    lists: draft.lists.filter((list) => list.group.trim()),
    rebuy_until: draft.rebuy_until,
    rebuy_price: draft.rebuy_price ? cents(draft.rebuy_price) : null,
    danish: draft.danish
      ? {
          rounds: draft.danish_rounds,
          qualifiers: draft.qualifiers,
          ...(before?.danish?.keys ? { keys: before.danish.keys } : {}),
        }
      : null,
    public_names: draft.public_names,
    currency: before?.currency ?? '€',
  };
}
