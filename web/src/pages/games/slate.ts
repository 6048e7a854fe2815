/** The slate of a game: its deals, grouped by Bummerl. */

import type { DealSummary, Pair } from '$lib/api/types';

export interface SlateBummerl {
  number: number;
  deals: DealSummary[];
  /** Bummerls that each seat got hung on in it: all 0 while it runs. */
  hung: Pair<number>;
}

export function slateOf(deals: readonly DealSummary[]): SlateBummerl[] {
  const slate: SlateBummerl[] = [];
  let before: Pair<number> = [0, 0];
  for (const deal of deals) {
    let last = slate.at(-1);
    if (last?.number !== deal.bummerl) {
      last = { number: deal.bummerl, deals: [], hung: [0, 0] };
      slate.push(last);
    }
    last.deals.push(deal);
    // what one wins the other gets
    last.hung[0] += deal.bummerls[1] - before[1];
    last.hung[1] += deal.bummerls[0] - before[0];
    before = deal.bummerls;
  }
  return slate;
}
