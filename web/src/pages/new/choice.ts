/** What was chosen for a new game: kept for the next time, and sent to the server. */

import type { Level } from '$lib/api/types';

export const LEVELS: readonly Level[] = ['beginner', 'regular', 'expert', 'master'];
export const CONTROLS = ['none', '3+2', '6+4', '15+10'] as const;
/** Bummerls that win the match, as offered; the API takes 1 to 9. */
export const LENGTHS = [1, 2, 3, 5, 7] as const;

export type Opponent = Level | 'friend' | 'open';
export type Control = (typeof CONTROLS)[number];

export interface Choice {
  opponent: Opponent;
  rules: string;
  /** null: what the rules usually have. */
  match: number | null;
  control: Control;
  /** Hints and taking back; only against bots. */
  practice: boolean;
  /** Only in open games: does it count for the ratings? */
  rated: boolean;
}

export const FIRST_CHOICE: Choice = {
  opponent: 'regular',
  rules: 'soft',
  match: null,
  control: 'none',
  practice: false,
  rated: true,
};

const KEY = 'bummerl.new';

function oneOf<T>(values: readonly T[], value: unknown, otherwise: T): T {
  return values.includes(value as T) ? (value as T) : otherwise;
}

function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise;
}

/** A choice from whatever was stored; what makes no sense is replaced, not refused. */
export function readChoice(text: string | null): Choice {
  let stored: Record<string, unknown>;
  try {
    const read: unknown = JSON.parse(text ?? '');
    stored = typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    stored = {};
  }
  const opponents: readonly Opponent[] = [...LEVELS, 'friend', 'open'];
  return {
    opponent: oneOf(opponents, stored.opponent, FIRST_CHOICE.opponent),
    rules: typeof stored.rules === 'string' ? stored.rules : FIRST_CHOICE.rules,
    match: oneOf<number | null>([null, ...LENGTHS], stored.match, null),
    control: oneOf(CONTROLS, stored.control, FIRST_CHOICE.control),
    practice: flag(stored.practice, FIRST_CHOICE.practice),
    rated: flag(stored.rated, FIRST_CHOICE.rated),
  };
}

/** The last choice of this browser. */
export function lastChoice(): Choice {
  try {
    return readChoice(localStorage.getItem(KEY));
  } catch {
    return { ...FIRST_CHOICE }; // storage may be forbidden
  }
}

export function keepChoice(choice: Choice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // then it is asked again next time
  }
}

export function isBot(opponent: Opponent): opponent is Level {
  return (LEVELS as readonly string[]).includes(opponent);
}

export interface Order {
  path: '/api/tables' | '/api/seeks';
  body: Record<string, unknown>;
}

/**
 * The request that opens what was chosen; `usual` are the Bummerls of the rules, `account` whether
 * the person has one: guests have no rating.
 */
export function orderOf(choice: Choice, usual: number, account: boolean): Order {
  const common = {
    rules: choice.rules,
    match: choice.match ?? usual,
    control: choice.control,
  };
  if (choice.opponent === 'open') {
    return { path: '/api/seeks', body: { ...common, rated: choice.rated && account } };
  }
  const bot = isBot(choice.opponent);
  return {
    path: '/api/tables',
    body: {
      ...common,
      opponent: bot ? `bot:${choice.opponent}` : 'friend',
      practice: bot && choice.practice,
    },
  };
}
