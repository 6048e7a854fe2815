import { describe, expect, it } from 'vitest';
import { bookOf, fateOf, isAbout, lotsOf, playing, scores, waiting } from './book';
import type { Match, Show } from './types';

const match = (id: string, a: number, b: number, more: Partial<Match> = {}): Match => ({
  id,
  a,
  b,
  state: 'ready',
  ...more,
});

const show = (more: Partial<Show> = {}): Show => ({
  id: 'x',
  version: '1',
  name: 'Cup',
  date: null,
  place: null,
  phase: 'knockout',
  next: 'results',
  rules: 'sharp(match=2)',
  bummerls: 2,
  most_bummerls: 2,
  issued: 8,
  sold: 6,
  alive: 6,
  max_per_person: 4,
  price: 500,
  currency: '€',
  boards: 0,
  may_rebuy: false,
  control: null,
  hash: '',
  next_list_hash: null,
  people: [
    { id: 1, name: 'Anna B.', cards: [1, 2, 3] },
    { id: 2, name: 'Bert H.', cards: [4, 5, 6] },
  ],
  rounds: [],
  place_matches: [],
  withdrawn: [],
  bought_again: [],
  prizes: [],
  club_prize: null,
  ranking: null,
  draws: [],
  ...more,
});

describe('lots', () => {
  it('puts byes where no match has the number', () => {
    const round = {
      stage: 'knockout' as const,
      number: 1,
      size: 8,
      matches: [match('1-1', 1, 4), match('1-4', 3, 6)],
      byes: [5, 2],
    };
    expect(lotsOf(round).map(({ number, a, b }) => [number, a, b])).toEqual([
      [1, 1, 4],
      [2, 5, null],
      [3, 2, null],
      [4, 3, 6],
    ]);
  });
});

describe('fates', () => {
  const done = { state: 'done' as const };
  const first = {
    stage: 'knockout' as const,
    number: 1,
    size: 8,
    matches: [
      match('1-1', 1, 4, { ...done, winner: 1, score: '2:0' }),
      match('1-2', 2, 5, { state: 'playing', board: 1 }),
      match('1-3', 3, 6, { state: 'waiting' }),
    ],
    byes: [],
  };
  const running = show({ rounds: [first] });

  it('tells before the draw', () => {
    expect(fateOf(show({ phase: 'sale' }), 1)).toEqual({ kind: 'sold' });
  });
  it('tells who goes on, plays, and is out', () => {
    expect(fateOf(running, 1).kind).toBe('through');
    expect(fateOf(running, 2)).toMatchObject({ kind: 'plays', match: { id: '1-2' } });
    expect(fateOf(running, 4)).toMatchObject({ kind: 'out', round: { number: 1 } });
  });
  it('tells who has bought again', () => {
    expect(fateOf(show({ rounds: [first], bought_again: [7] }), 7).kind).toBe('sold');
  });
  it('tells the winner, and who has won a match for a place', () => {
    const final = {
      stage: 'knockout' as const,
      number: 2,
      size: 2,
      matches: [match('2-1', 1, 2, { ...done, winner: 1 })],
      byes: [],
    };
    const third = [match('p3', 3, 5, { ...done, winner: 3 })];
    const lost = { ...first, matches: [match('1-1', 3, 6, { ...done, winner: 6 })] };
    const over = show({ phase: 'over', rounds: [lost, final], place_matches: third });
    expect(fateOf(over, 1).kind).toBe('won');
    expect(fateOf(over, 2)).toMatchObject({ kind: 'out', match: { id: '2-1' } });
    expect(fateOf(over, 3)).toMatchObject({ kind: 'out', match: { id: '1-1' } });
  });
  it('lists who plays and who is next', () => {
    expect(playing(running).map(({ id }) => id)).toEqual(['1-2']);
    expect(waiting(running).map(({ id }) => id)).toEqual(['1-3']);
  });
});

describe('scores', () => {
  it('offers what can be', () => {
    expect(scores(show())).toEqual([
      [2, 0],
      [2, 1],
    ]);
  });
  it('knows Schneider', () => {
    const double = show({ bummerls: 1, most_bummerls: 2 });
    expect(scores(double)).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });
});

describe('finding', () => {
  const book = bookOf(show());
  it('finds by part of a name, or by card', () => {
    expect(isAbout(book.person(1), 'anna')).toBe(true);
    expect(isAbout(book.person(1), '2')).toBe(true);
    expect(isAbout(book.person(1), '22')).toBe(false);
    expect(isAbout(book.person(4), 'anna')).toBe(false);
    expect(isAbout(book.person(4), ' ')).toBe(true);
  });
  it('names cards nobody has', () => {
    expect(book.name(99)).toBe('#99');
  });
});
