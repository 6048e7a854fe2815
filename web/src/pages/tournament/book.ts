/** A tournament, looked up: who holds a card, what becomes of it, which matches are on. */

import type { Match, Person, Round, Show } from './types';

export interface Book {
  person: (card: number) => Person | undefined;
  name: (card: number) => string;
}

/** Who holds which card. */
export function bookOf(show: Show): Book {
  const holders = new Map<number, Person>();
  for (const person of show.people) for (const card of person.cards) holders.set(card, person);
  return {
    person: (card) => holders.get(card),
    name: (card) => holders.get(card)?.name ?? `#${card}`,
  };
}

/** What is played in the running round, matches for places too. */
export function running(show: Show): Match[] {
  return [...(show.rounds.at(-1)?.matches ?? []), ...show.place_matches];
}

/** At the boards, by board. */
export function playing(show: Show): Match[] {
  return running(show)
    .filter((match) => match.state === 'playing')
    .sort((one, other) => (one.board ?? 0) - (other.board ?? 0));
}

/** Not at a board yet; first those who only wait for one. */
export function waiting(show: Show): Match[] {
  const open = running(show).filter(({ state }) => state === 'ready' || state === 'waiting');
  return open.sort((one, other) => Number(one.state !== 'ready') - Number(other.state !== 'ready'));
}

export interface Lot {
  number: number;
  a: number;
  b: number | null;
  match: Match | null;
}

/** What was drawn, by number; `b` is null for a bye. */
export function lotsOf(round: Round): Lot[] {
  const matches = new Map(round.matches.map((match) => [numberOf(match.id), match]));
  const byes = [...round.byes];
  return Array.from({ length: matches.size + byes.length }, (_, index) => {
    const number = index + 1;
    const match = matches.get(number) ?? null;
    return match
      ? { number, a: match.a, b: match.b, match }
      : { number, a: byes.shift() ?? 0, b: null, match };
  });
}

/** `1-7` → 7. */
export function numberOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('-') + 1));
}

/** The round that a match is of; undefined for matches for places. */
export function roundOf(show: Show, id: string): Round | undefined {
  return show.rounds.find((round) => round.matches.some((match) => match.id === id));
}

export type Fate =
  | { kind: 'sold' }
  | { kind: 'plays'; match: Match }
  | { kind: 'through' | 'won' | 'withdrawn' }
  | { kind: 'out'; match: Match; round: Round | undefined };

/** How a card stands. */
export function fateOf(show: Show, card: number): Fate {
  const open = running(show).find(
    (match) => match.state !== 'done' && (match.a === card || match.b === card),
  );
  if (open) return { kind: 'plays', match: open };
  if (show.rounds.length === 0 || show.bought_again.includes(card)) return { kind: 'sold' };
  const lost = lastDefeat(show, card);
  if (lost) return { kind: 'out', match: lost, round: roundOf(show, lost.id) };
  if (show.withdrawn.includes(card)) return { kind: 'withdrawn' };
  const last = show.rounds.at(-1);
  const final = last?.stage === 'knockout' && last.size === 2;
  return { kind: final ? 'won' : 'through' };
}

function lastDefeat(show: Show, card: number): Match | undefined {
  const knockout = show.rounds.filter(({ stage }) => stage === 'knockout');
  const all = [...knockout.flatMap(({ matches }) => matches), ...show.place_matches];
  return all.find(
    (match) =>
      match.winner !== undefined && match.winner !== card && (match.a === card || match.b === card),
  );
}

/** Scores a winner can have, the plainest first: `2:0`, `2:1`, where Schneider counts two also `3:0`. */
export function scores({ bummerls, most_bummerls: most }: Show): [number, number][] {
  const found: [number, number][] = [];
  for (let won = bummerls; won <= most; won += 1)
    for (let lost = 0; lost < bummerls; lost += 1) found.push([won, lost]);
  return found;
}

/** Whether `text` is in the person's name, or is one of the cards. */
export function isAbout(person: Person | undefined, text: string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  if (!person || !wanted) return !wanted;
  if (/^\d+$/.test(wanted)) return person.cards.includes(Number(wanted));
  return person.name.toLocaleLowerCase().includes(wanted);
}
