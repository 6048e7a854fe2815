/** What the HTTP API answers (`/schema/openapi.json`), as far as the pages use it. */

export type Seat = 0 | 1;
export type Pair<T> = [T, T];
export type Language = 'en' | 'de';
export type Deck = 'french' | 'german';
export type Phase = 'waiting' | 'shuffling' | 'playing' | 'deal_over' | 'over' | 'cancelled';
export type Level = 'beginner' | 'regular' | 'expert' | 'master';
export type Family = 'schnapsen' | '66';

export interface Rating {
  family: Family;
  value: number;
  deviation: number;
  provisional: boolean;
  bummerls: number;
}

export interface Preset {
  name: string;
  title: string;
  summary: string;
  pack: number;
  family: Family;
  /** Bummerls that win the match, unless one chooses otherwise. */
  match: number;
  differences: { option: string; label: string; value: boolean | number | string; text: string }[];
  options: { option: string; label: string; value: boolean | number | string; text: string }[];
}

export interface Clause {
  option: string | null;
  text: string;
  differs: boolean;
  /** What the usual rules say instead, where they do. */
  default: string | null;
}

export interface RuleBook {
  name: string;
  title: string;
  summary: string;
  pack: number;
  family: Family;
  match: number;
  chapters: { heading: string; clauses: Clause[] }[];
}

export interface TableInfo {
  id: string;
  phase: Phase;
  names: Pair<string | null>;
  bots: Pair<string | null>;
  rules: string;
  rules_name: string;
  /** Bummerls that win the match. */
  match: number;
  control: string;
  rated: boolean;
  practice: boolean;
  private: boolean;
  open_seat: Seat | null;
  /** The seat of whoever asks. */
  mine: Seat | null;
  bummerls: Pair<number>;
  opened: number;
  url: string;
}

export interface SeekInfo {
  id: string;
  name: string;
  guest: boolean;
  rating: number | null;
  provisional: boolean;
  rules: string;
  rules_name: string;
  match: number;
  control: string;
  rated: boolean;
  mine: boolean;
  /** Seconds since it was opened. */
  age: number;
}

export interface Lobby {
  type: 'lobby';
  seeks: SeekInfo[];
  tables: TableInfo[];
  mine: TableInfo[];
  counts: { people: number; tables: number };
}

export interface DealSummary {
  number: number;
  winner: Seat | null;
  game_points: number;
  reason: string;
  /** Number of the Bummerl it belongs to. */
  bummerl: number;
  /** What each seat needs after it; 0: has won the Bummerl with it. */
  needed: Pair<number>;
  /** Bummerls won so far, this deal's included. */
  bummerls: Pair<number>;
}

export interface Game {
  id: string;
  opened: number;
  names: Pair<string | null>;
  bots: Pair<string | null>;
  rules: string;
  rules_name: string;
  match: number;
  control: string;
  rated: boolean;
  practice: boolean;
  private: boolean;
  bummerls: Pair<number>;
  winner: Seat | null;
  my_seat: Seat | null;
  phase: Phase;
  deals: DealSummary[];
}

export interface GamePage {
  games: Game[];
  next: string | null;
}

export interface Laid {
  seat: Seat;
  card: string;
}

export interface AnnouncedPair {
  suit: string;
  worth: number;
  pending: boolean;
}

/** A deal after one of its moves, all cards face up. */
export interface ReplayStep {
  move: string | null;
  seat: Seat | null;
  number: number;
  text: string;
  hands: Pair<string[]>;
  trick: Laid[];
  taken: { cards: Laid[]; winner: Seat }[];
  talon: string[];
  turn_up: string | null;
  closed: Seat | null;
  strict: boolean;
  points: Pair<number>;
  tricks: Pair<number>;
  pairs: Pair<AnnouncedPair[]>;
  to_move: Seat | null;
}

export interface Replay {
  /** Id of the game. */
  game: string;
  number: number;
  bummerl: number;
  dealer: Seat;
  pack: number;
  rules: string;
  trump: string;
  names: Pair<string>;
  result: {
    winner: Seat | null;
    game_points: number;
    lines: string[];
    points: Pair<number> | null;
  };
  /** What proves that nobody rigged the deal. */
  fair: { commitment: string; secret: string; client0: string; client1: string } | null;
  steps: ReplayStep[];
  sgn: string;
  previous: number | null;
  next: number | null;
}

export interface StatisticsRow {
  fact: 'aces' | 'pairs' | 'trumps' | 'trump_suit';
  /** Suit letter of `trump_suit`. */
  key: string;
  seat: 'forehand' | 'dealer' | null;
  observed: number;
  expected: number;
  low: number;
  high: number;
  /** Standard deviations from what is expected. */
  z: number;
  inside: boolean;
}

export interface Statistics {
  at: number;
  packs: { pack: number; deals: number; rows: StatisticsRow[] }[];
}

export interface Player {
  name: string;
  guest: boolean;
  since: number;
  ratings: Rating[];
  games: Game[];
}
