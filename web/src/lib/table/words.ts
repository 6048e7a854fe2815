/** Words of the table that the server does not send. */

import type { Say } from '$generated/socket';
import { t } from '$lib/i18n.svelte';

/** A bot's level in words. */
export function levelName(level: string): string {
  const names: Record<string, string> = {
    beginner: t('Beginner'),
    regular: t('Regular'),
    expert: t('Expert'),
    master: t('Master'),
  };
  return names[level] ?? level;
}

/** What can be said, in the order of a game. */
export function phrases(): { phrase: Say['phrase']; text: string }[] {
  return [
    { phrase: 'hello', text: t('Hello!') },
    { phrase: 'luck', text: t('Good luck!') },
    { phrase: 'well_played', text: t('Well played!') },
    { phrase: 'thanks', text: t('Thank you!') },
    { phrase: 'sorry', text: t('Sorry!') },
    { phrase: 'moment', text: t('One moment, please.') },
    { phrase: 'bye', text: t('Goodbye!') },
  ];
}
