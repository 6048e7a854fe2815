/** What an error of the API means for a page. */

import { ApiError } from '$lib/api/client';

export { sentenceOf } from '$lib/api/sentences';

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
