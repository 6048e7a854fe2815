/** Errors as sentences. */

import { ApiError } from '$lib/api/client';
import { t } from '$lib/i18n.svelte';

/** What to tell the person about `error`; the server's own sentence where it has one. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('Something went wrong on this page. Load it again.');
  if (error.text) return error.text;
  switch (error.status) {
    case 0:
      return t('The server cannot be reached. Is there a connection?');
    case 401:
      return t('You are not signed in any more.');
    case 403:
      return t('That is not yours to see or change.');
    case 404:
      return t('There is nothing here.');
    case 429:
      return t('That was a bit much at once. Wait a moment and try again.');
    default:
      return t('The server could not do that. Try again in a moment.');
  }
}
