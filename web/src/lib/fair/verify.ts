/** Verifying fair deals: does everything follow from what was opened? */
import { startOf } from './dealing';
import {
  bytesOf,
  CONTRIBUTION_BYTES,
  commitmentOf,
  type Contributions,
  type DeckSize,
  drawOf,
  LAST_NUMBER,
  packOf,
  SECRET_BYTES,
  type Seat,
} from './fair';
import { readTags, type Tags } from './sgn';

/** In the order of docs/fairness.md. */
export const CHECKS = ['contributions', 'commitment', 'pack', 'start', 'dealer'] as const;
export type Check = (typeof CHECKS)[number];

/** What a deal shows once it is over; texts as in its record. */
export interface OpenedDeal {
  deck: DeckSize;
  number: number;
  commitment: string;
  secret: string;
  contributions: readonly [string, string];
  /** Top card first, two letters a card. */
  pack?: string | null;
  /** The first position without rules and score; see `startOf`. */
  start?: string | null;
  dealer?: Seat | null;
}

export interface Verdict {
  /** `unverifiable`: the record does not say enough. */
  status: 'fair' | 'wrong' | 'unverifiable';
  /** How each check went; those that could not be made are left out. */
  checks: Partial<Record<Check, boolean>>;
  /** Tags that are missing. */
  missing: string[];
}

/** Verify a deal that is over. */
export function verify(deal: OpenedDeal): Verdict {
  const checks = checked(deal);
  const fair = Object.values(checks).every(Boolean);
  return { status: fair ? 'fair' : 'wrong', checks, missing: [] };
}

/** Verify a record by its tags, as `bummerl verify` does. */
export function verifyTags(tags: Tags): Verdict {
  const missing = ['Commitment', 'Secret', 'Client0', 'Client1'].filter((name) => !(name in tags));
  if (missing.length > 0) return { status: 'unverifiable', checks: {}, missing };
  const [, hands, trump, talon, ...others] = (tags['Start'] ?? '').trim().split(/ +/);
  const start = [hands, trump, talon, ...others.slice(0, -1)].join(' ');
  const deck = `${hands}${talon}`.match(/[9JQKTA]/g)?.length;
  if (deck !== 20 && deck !== 24) return { status: 'wrong', checks: { start: false }, missing };
  return verify({
    deck,
    number: Number(tags['Deal']),
    commitment: tags['Commitment']!,
    secret: tags['Secret']!,
    contributions: [tags['Client0']!, tags['Client1']!],
    pack: tags['Pack'] ?? null,
    start,
    dealer: tags['Dealer'] === '1' ? 1 : 0,
  });
}

/** Verify every deal of an SGN file. */
export function verifyText(text: string): (Verdict & { tags: Tags })[] {
  return readTags(text).map((tags) => ({ ...verifyTags(tags), tags }));
}

function checked(deal: OpenedDeal): Verdict['checks'] {
  const checks: Verdict['checks'] = {};
  const { least, most } = CONTRIBUTION_BYTES;
  const [first, second] = deal.contributions.map((text) => bytesOf(text, least, most));
  checks.contributions = Boolean(first && second);
  const secret = bytesOf(deal.secret, SECRET_BYTES, SECRET_BYTES);
  checks.commitment = secret !== null && commitmentOf(secret) === deal.commitment;
  if (!first || !second || !secret) return checks;
  if (!Number.isInteger(deal.number) || deal.number < 1 || deal.number > LAST_NUMBER) {
    return { ...checks, pack: false };
  }
  const contributions: Contributions = [first, second];
  const pack = packOf(deal.deck, deal.number, secret, contributions);
  if (deal.pack != null) checks.pack = deal.pack === pack.join('');
  if (deal.start != null && deal.dealer != null) {
    checks.start = deal.start === startOf(pack, deal.dealer);
  }
  if (deal.number === 1 && deal.dealer != null) {
    checks.dealer = deal.dealer === drawOf(deal.deck, secret, contributions).dealer;
  }
  return checks;
}
