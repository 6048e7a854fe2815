/** Tournament words. */

import { number, t } from '$lib/i18n.svelte';
import type { Match, Offence, Phase, Role, Round, Show } from './types';

export function roundTitle({ stage, number: n, size }: Pick<Round, 'stage' | 'number' | 'size'>) {
  if (stage === 'danish') return t('Qualifying round {n}', { n });
  if (size === 2) return t('Final');
  if (size === 4) return t('Semi-finals');
  if (size === 8) return t('Quarter-finals');
  return t('Round {n}', { n });
}

export function placeTitle(id: string): string {
  if (id === 'p3') return t('Match for place 3');
  if (id === 'p5') return t('Match for place 5');
  if (id === 'p7') return t('Match for place 7');
  return t('For places 5 to 8');
}

/** What a match is called beside its players. */
export function matchTitle(match: Match): string {
  return match.id.startsWith('p') ? placeTitle(match.id) : match.id;
}

export function phaseText(phase: Phase): string {
  return {
    sale: t('Cards are being sold'),
    danish: t('Qualifying stage'),
    knockout: t('Knock-out'),
    over: t('Over'),
  }[phase];
}

export function roleText(role: Role): string {
  return { organiser: t('organiser'), helper: t('helper'), viewer: t('player') }[role];
}

export function offences(): { value: Offence; label: string }[] {
  return [
    { value: 'renonce', label: t('Renonce') },
    { value: 'tricks', label: t('Looked at tricks') },
    { value: 'false_out', label: t('False call') },
    { value: 'misdeal', label: t('Misdeal') },
    { value: 'late', label: t('Came late') },
    { value: 'other', label: t('Something else') },
  ];
}

/** How a match was decided, where that is not by play. */
export function howText(match: Match): string {
  switch (match.how) {
    case 'forfeit':
      return t('by forfeit');
    case 'penalty':
      return t('by penalty');
    case 'self':
      return t('both cards of one person');
    case 'withdrawn':
      return t('withdrawn');
    default:
      return '';
  }
}

export function stateText(match: Match): string {
  if (match.state === 'playing')
    return match.table ? t('is being played') : t('Board {n}', { n: match.board ?? 0 });
  if (match.state === 'ready') return t('next free board');
  if (match.delayed) return t('put off');
  return match.state === 'waiting' ? t('one of them is still playing') : '';
}

export function money(cents: number, currency: string): string {
  return `${number(cents / 100, cents % 100 === 0 ? 0 : 2)} ${currency}`;
}

/** How an amount is typed in: the pattern of a field. */
export const MONEY = '\\s*(\\d{1,5})(?:[.,](\\d{1,2}))?\\s*\\D{0,3}';

/** `2,50` → 250; null if it is no amount. */
export function cents(text: string): number | null {
  const found = new RegExp(`^${MONEY}$`).exec(text);
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null;
}

/** Where a tournament stands, in a line. */
export function standing(show: Show): string {
  const round = show.rounds.at(-1);
  if (!round || show.phase === 'over') return phaseText(show.phase);
  return roundTitle(round);
}
