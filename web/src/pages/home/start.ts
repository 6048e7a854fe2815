/** Quick play: a table against a bot, as the person played last. */

import { api } from '$lib/api/client';
import { go } from '$lib/router.svelte';
import { session } from '$lib/session.svelte';

/** Make the person a guest if need be, open a table, and go there. */
export async function quickPlay(): Promise<void> {
  await session.ensure();
  const { level, rules, match, control } = session.settings;
  const { id } = await api.post<{ id: string }>('/api/tables', {
    opponent: `bot:${level}`,
    rules,
    match,
    control,
    practice: false,
  });
  go(`/table/${id}`, { replace: location.pathname === '/play' });
}
