/** What the tournament part of the HTTP API answers. Moments in milliseconds, money in hundredths. */

export type Phase = 'sale' | 'danish' | 'knockout' | 'over';
export type Role = 'organiser' | 'helper' | 'viewer';
export type How = 'played' | 'forfeit' | 'penalty' | 'self' | 'withdrawn';
export type Offence = 'renonce' | 'tricks' | 'false_out' | 'misdeal' | 'late' | 'other';

export interface Match {
  id: string;
  a: number;
  b: number;
  state: 'waiting' | 'ready' | 'playing' | 'done';
  board?: number;
  winner?: number;
  score?: string;
  how?: How;
  offence?: Offence;
  /** Only for the desk. */
  reason?: string;
  outcome?: string;
  table?: string;
  delayed?: boolean;
}

export interface Round {
  stage: 'danish' | 'knockout';
  number: number;
  size: number;
  matches: Match[];
  byes: number[];
}

export interface Person {
  id: number;
  name: string;
  cards: number[];
  club?: string;
  groups?: string[];
  display?: string;
  paid?: number;
}

export interface Prize {
  list: string | null;
  prize: number;
  name: string | null;
  place: number | null;
  card: number | null;
  winner: string | null;
  unawarded: boolean;
}

export interface Ranked {
  rank: number;
  card: number;
  name: string;
  wins: number;
  bummerls: number;
  lost_bummerls: number;
  opponents: number;
  qualifies: boolean;
}

export interface Draw {
  draw: number;
  stage: 'danish' | 'knockout';
  round: number;
  word: string | null;
  secret: string | null;
  list: string;
  list_hash: string;
  seed: string | null;
  void: string | null;
}

export interface Show {
  id: string;
  version: string;
  name: string;
  date: string | null;
  place: string | null;
  phase: Phase;
  next: 'sell' | 'draw' | 'results' | 'over';
  rules: string;
  bummerls: number;
  most_bummerls: number;
  issued: number;
  sold: number;
  alive: number;
  max_per_person: number;
  price: number;
  currency: string;
  boards: number;
  may_rebuy: boolean;
  control: string | null;
  hash: string;
  next_list_hash: string | null;
  people: Person[];
  rounds: Round[];
  place_matches: Match[];
  withdrawn: number[];
  bought_again: number[];
  prizes: Prize[];
  club_prize: { name: string; clubs: string[]; players: number } | null;
  ranking: Ranked[] | null;
  draws: Draw[];
}

export interface PrizeListSettings {
  group: string;
  prizes: number;
  apart: boolean;
  names: string[];
}

export interface Settings {
  name: string;
  rules: string;
  cards: number;
  max_per_person: number;
  price: number;
  rebuy_until: number;
  rebuy_price: number | null;
  currency: string;
  prizes: number;
  prize_names: string[];
  one_prize_each: boolean;
  third_place: boolean;
  places_5_8: boolean;
  lists: PrizeListSettings[];
  club_prize: string | null;
  boards: number;
  danish: { rounds: number; qualifiers: number; keys?: string[] } | null;
  public_names: 'full' | 'short' | 'number';
  date: string | null;
  place: string | null;
}

export interface Payment {
  at: number;
  person: number;
  cards: number[];
  amount: number;
  kind: 'sale' | 'again' | 'refund';
}

export interface Desk {
  show: Show;
  role: Role;
  settings: Settings;
  advice: string;
  draw_fault: string | null;
  next_size: number;
  needs_word: boolean;
  total: number;
  payments: Payment[];
  groups: string[];
  clubs: string[];
}

export interface Myself {
  role: Role;
  person: number | null;
  rules_name: string;
  url: string;
}

export interface Team {
  helpers: { id: string; name: string }[];
  link: string | null;
}

export interface LogLine {
  seq: number;
  at: number;
  by: string | null;
  text: string;
}

export interface Listed {
  id: string;
  name: string;
  phase: Phase;
  role: Role;
  created: number;
  online: boolean;
}
