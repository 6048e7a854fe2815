/** How opponents, clocks and lengths are called. */

import { t, tn } from '$lib/i18n.svelte';
import type { Level } from '$lib/api/types';
import { levelName } from '$lib/table/words';
import { type Control, LEVELS, type Opponent } from './choice';

/** The level that is called so in the reader's language: the server knows only its own names. */
export function levelNamed(name: string): Level | undefined {
  const wanted = name.trim().toLowerCase();
  return LEVELS.find((level) => levelName(level).toLowerCase() === wanted);
}

/** What a level can do and cannot, in a sentence. */
export function levelGist(level: Level): string {
  switch (level) {
    case 'beginner':
      return t('Remembers the last trick and hardly more, loves pairs and aces.');
    case 'regular':
      return t('Keeps the last tricks in mind, plays the middle by feeling.');
    case 'expert':
      return t('Forgets little and looks far ahead; now and then takes the second best.');
    case 'master':
      return t('Counts every card and works out what you may hold. The best we have.');
  }
}

export function opponentName(opponent: Opponent): string {
  if (opponent === 'friend') return t('A friend');
  if (opponent === 'open') return t('Anyone');
  return levelName(opponent);
}

export function controlName(control: string): string {
  return control === 'none' ? t('no clock') : control.replace('+', ' + ');
}

export function controlGist(control: Control): string {
  if (control === 'none') return t('Take all the time you like.');
  const [minutes = 0, seconds = 0] = control.split('+').map(Number);
  return t('{minutes} min for the Bummerl, {seconds} s more with every move.', {
    minutes,
    seconds,
  });
}

export function lengthName(bummerls: number): string {
  return tn('{n} Bummerl', '{n} Bummerls', bummerls);
}
