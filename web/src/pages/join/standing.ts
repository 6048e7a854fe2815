/** How somebody stands to a table whose link was opened. */

import type { TableInfo } from '$lib/api/types';

export type Standing = 'host' | 'invited' | 'taken' | 'over' | 'cancelled' | 'play';

export function standing(table: Pick<TableInfo, 'phase' | 'mine' | 'open_seat'>): Standing {
  if (table.phase === 'cancelled') return 'cancelled';
  if (table.phase === 'over') return table.mine === null ? 'over' : 'play';
  if (table.mine !== null) return table.phase === 'waiting' ? 'host' : 'play';
  return table.open_seat === null ? 'taken' : 'invited';
}
