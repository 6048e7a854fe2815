/**
 * Nothing at run time: svelte-check fails here if what the pages expect (both `types.ts`) is not
 * what the server says that it sends (`$generated/api`, made from its OpenAPI description).
 *
 * The pages may know more narrowly what can come, such as 0 | 1 for a seat; fields are the same.
 */
import type * as sent from '$generated/api';
import type { Me } from '$lib/session.svelte';
import type * as cup from '../../pages/tournament/types';
import type * as own from './types';

interface Pairs {
  me: [Me, sent.Me];
  rating: [own.Rating, sent.RatingInfo];
  preset: [own.Preset, sent.Preset];
  clause: [own.Clause, sent.ClauseInfo];
  ruleBook: [own.RuleBook, sent.RuleBook];
  table: [own.TableInfo, sent.TableInfo];
  seek: [own.SeekInfo, sent.SeekInfo];
  lobby: [own.Lobby, sent.Lobby];
  deal: [own.DealSummary, sent.DealInfo];
  game: [own.Game, sent.Game];
  games: [own.GamePage, sent.Games];
  step: [own.ReplayStep, sent.Step];
  replay: [own.Replay, sent.Replay];
  row: [own.StatisticsRow, sent.StatisticsRow];
  statistics: [own.Statistics, sent.Statistics];
  player: [own.Player, sent.Player];
  cupShow: [cup.Show, sent.Show];
  cupRound: [cup.Round, sent.RoundInfo];
  cupMatch: [cup.Match, sent.MatchInfo];
  cupPerson: [cup.Person, sent.PersonInfo];
  cupDesk: [cup.Desk, sent.Desk];
  cupPayment: [cup.Payment, sent.PaymentInfo];
  cupMyself: [cup.Myself, sent.Myself];
  cupTeam: [cup.Team, sent.Team];
  cupLogLine: [cup.LogLine, sent.LogLine];
  cupListed: [cup.Listed, sent.Listed];
}

/** Where the description only says that there is an object, any will do. */
type Told<Sent> = Sent extends (infer Item)[]
  ? Told<Item>[]
  : Sent extends object
    ? string extends keyof Sent
      ? object
      : { [Key in keyof Sent]: Told<Sent[Key]> }
    : Sent;
type Fits<Own, Sent> =
  Own extends Told<Sent> ? (keyof Own extends keyof Sent ? true : false) : false;
type Wrong = {
  [Name in keyof Pairs]: Fits<Pairs[Name][0], Pairs[Name][1]> extends true ? never : Name;
}[keyof Pairs];
type None<Names extends never> = Names;

/** An error here names the types that differ. */
export type Checked = None<Wrong>;
