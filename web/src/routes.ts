/** Which page shows which path; pages are loaded when they are wanted. */

import type { Component } from 'svelte';
import { matcher, type Params } from '$lib/router.svelte';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- pages differ in what they take
type Page = Component<any>;
type Load = () => Promise<{ default: Page }>;

const routes: readonly [string, Load][] = [
  ['/', () => import('./pages/home/Home.svelte')],
  ['/play', () => import('./pages/home/QuickPlay.svelte')],
  ['/table/:id', () => import('./pages/table/TablePage.svelte')],
  ['/new', () => import('./pages/new/NewGame.svelte')],
  ['/join/:id', () => import('./pages/join/Join.svelte')],
  ['/lobby', () => import('./pages/lobby/Lobby.svelte')],
  ['/games', () => import('./pages/games/Games.svelte')],
  ['/game/:id', () => import('./pages/games/Game.svelte')],
  ['/game/:id/:n', () => import('./pages/replay/ReplayPage.svelte')],
  ['/fair', () => import('./pages/fair/Fair.svelte')],
  ['/statistics', () => import('./pages/statistics/Statistics.svelte')],
  ['/rules', () => import('./pages/rules/Rules.svelte')],
  ['/account', () => import('./pages/account/Account.svelte')],
  ['/settings', () => import('./pages/settings/Settings.svelte')],
  ['/player/:name', () => import('./pages/player/PlayerPage.svelte')],
  ['/tournaments', () => import('./pages/tournament/Tournaments.svelte')],
  ['/tournaments/new', () => import('./pages/tournament/NewTournament.svelte')],
  ['/tournament/:id', () => import('./pages/tournament/DeskPage.svelte')],
  ['/tournament/:id/help/:token', () => import('./pages/tournament/HelpPage.svelte')],
  ['/t/:id', () => import('./pages/tournament/PublicPage.svelte')],
  ['/t/:id/hall', () => import('./pages/tournament/HallPage.svelte')],
];

const notFound: Load = () => import('./pages/home/NotFound.svelte');
const table = routes.map(([pattern, load]) => ({ match: matcher(pattern), load }));

/** The page of a path, with the parameters in it. */
export function pageOf(path: string): { load: Load; params: Params } {
  for (const { match, load } of table) {
    const params = match(path);
    if (params) return { load, params };
  }
  return { load: notFound, params: {} };
}
