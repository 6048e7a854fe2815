/** Scenes for tests: a quiet table, with what a test is about laid over it. */

import type { Action, Scene, SeatScene } from '$generated/socket';

function seat(changes: Partial<SeatScene> = {}): SeatScene {
  return {
    name: 'Anna',
    bot: null,
    rating: null,
    provisional: false,
    here: true,
    grace: null,
    ready: false,
    dealer: false,
    cards: 5,
    hand: [],
    tricks: 0,
    looks: [],
    points: null,
    pairs: [],
    facts: [],
    ...changes,
  };
}

/** The viewer sits at seat 0, is on lead, and may play every card. */
export function sceneOf(
  changes: Partial<Scene> = {},
  mine: Partial<SeatScene> = {},
  theirs: Partial<SeatScene> = {},
): Scene {
  const hand = mine.hand ?? ['HA', 'HK', 'HQ', 'SJ', 'CT'];
  return {
    table: 't1', seq: 10, version: 5, phase: 'playing', seat: 0, practice: false, rated: false,
    private: false, rules: 'soft', rules_name: 'Soft', pack: 20, deal: 1, bummerl: 1,
    seats: [seat({ hand, cards: hand.length, ...mine }), seat({ name: 'Bert', ...theirs })],
    to_move: 0, trick: [], last_trick: null, trump: 'D', turn_up: 'DQ', talon: 10, closed: null,
    strict: false, moves: [...hand], reasons: {}, actions: [], prompt: '', phase_text: '',
    course: [], slate: { needed: [7, 7], strokes: [[7, 7]], bummerls: [0, 0], target: 1, carry: 0 },
    clock: null, result: null, fair: null, next_fair: null, claims: [], may_undo: false,
    may_hint: false, rematch: [], rematch_table: null, tournament: null, paused: false, spectators: 0,
    ...changes,
  }; // prettier-ignore
}

/** The pair of hearts, to be announced with what may follow, beside playing any card. */
export function pairOf(after: string[], enabled = true): Partial<Scene> {
  const announce: Action = {
    move: 'mH', label: 'Announce 20 ♥', explanation: '', enabled, reason: enabled ? '' : 'No.', after,
  }; // prettier-ignore
  const moves = ['HA', 'HK', 'HQ', 'SJ', 'CT', ...(enabled ? ['mH'] : [])];
  return { moves, actions: [announce] };
}
