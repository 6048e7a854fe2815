/** Verdicts about fair deals in words. */

import type { Check, Verdict } from '$lib/fair/verify';
import { t } from '$lib/i18n.svelte';

export function checkInWords(check: Check, passed: boolean): string {
  switch (check) {
    case 'contributions':
      return passed
        ? t('Both contributions have the right form.')
        : t('A contribution has not the right form.');
    case 'commitment':
      return passed
        ? t('The secret is the one that the server had promised before the deal.')
        : t('The secret is not the one that the server had promised before the deal.');
    case 'pack':
      return passed
        ? t('The order of the pack follows from the secret and both contributions.')
        : t('The order of the pack does not follow from the secret and the contributions.');
    case 'start':
      return passed
        ? t('Every card dealt is the one that this order gives.')
        : t('The cards dealt are not those that this order gives.');
    case 'dealer':
      return passed
        ? t('Who dealt first was drawn from the same numbers.')
        : t('Somebody else should have dealt first.');
  }
}

export function statusInWords(verdict: Pick<Verdict, 'status' | 'missing'>): string {
  switch (verdict.status) {
    case 'fair':
      return t('Fair: nobody rigged this deal.');
    case 'wrong':
      return t('Wrong: something does not agree.');
    case 'unverifiable':
      return t('Cannot be verified: the record lacks {tags}.', {
        tags: verdict.missing.join(', '),
      });
  }
}
