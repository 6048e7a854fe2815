/** The HTTP API: JSON in and out, with the CSRF token, errors as sentences. */

import { language } from '$lib/i18n.svelte';

/** The server said no, or nothing (then `status` is 0). `text` is for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text: string,
  ) {
    super(text);
  }
}

/** Says whether there was somebody whom the server does not know any more. */
type Forget = () => boolean;
let forget: Forget = () => false;

/** Who is to be told when the server says that nobody is signed in (401). */
export function onSignedOut(told: Forget): void {
  forget = told;
}

interface ErrorBody {
  error?: { code?: string; text?: string };
}

/** The double-submit cookie's value; empty before the first answer of the server. */
export function csrfToken(cookies = document.cookie): string {
  const found = /(?:^|;\s*)bummerl_csrf=([^;]*)/.exec(cookies);
  return found?.[1] ? decodeURIComponent(found[1]) : '';
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': language(),
  };
  if (method !== 'GET') headers['x-csrf-token'] = csrfToken();
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, 'offline', '');
  }
  if (!response.ok) throw await failure(response);
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

async function failure(response: Response): Promise<ApiError> {
  let body: ErrorBody = {};
  try {
    body = (await response.json()) as ErrorBody;
  } catch {
    // a proxy's page instead of ours
  }
  const { code = 'error', text = '' } = body.error ?? {};
  // the server only asks for a name; that there was one until now is known here
  const over = response.status === 401 && forget();
  return new ApiError(response.status, code, over ? '' : text);
}

export const api = {
  get: <T>(path: string) => request<T>('GET', path),
  post: <T>(path: string, body: unknown = {}) => request<T>('POST', path, body),
  patch: <T>(path: string, body: unknown) => request<T>('PATCH', path, body),
  del: <T>(path: string, body?: unknown) => request<T>('DELETE', path, body),
};
