import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '$lib/api/client';
import { sentenceOf } from '$lib/api/sentences';
import { dismiss, toasts } from '$lib/ui/toasts.svelte';
import { DEFAULTS, session, type Me } from './session.svelte';

const ANNA: Me = {
  id: 'u1',
  name: 'Anna',
  guest: true,
  language: 'en',
  deck: 'french',
  settings: {},
  ratings: [],
};
let calls: [string, unknown][];

/** A server that answers by method and path; a number is a refusal. */
function server(answers: Record<string, object | number>): void {
  calls = [];
  const fetch = async (path: string, init: RequestInit) => {
    const what = `${init.method} ${path}`;
    calls.push([what, init.body ? JSON.parse(init.body as string) : undefined]);
    const answer = answers[what] ?? 404;
    const refused = { error: { code: 'no', text: 'please choose a name first' } };
    return typeof answer === 'number'
      ? new Response(JSON.stringify(refused), { status: answer })
      : new Response(JSON.stringify(answer), { status: 200 });
  };
  vi.stubGlobal('fetch', fetch);
}

beforeEach(async () => {
  await session.take(null);
  session.settings = { ...DEFAULTS };
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const { id } of [...toasts]) dismiss(id);
});

describe('becoming somebody', () => {
  it('takes the settings along that were chosen before', async () => {
    const settings = { ...DEFAULTS, theme: 'dark' as const };
    server({ 'POST /api/guest': ANNA, 'PATCH /api/me': { ...ANNA, settings } });
    await session.set({ theme: 'dark' });
    expect(calls).toEqual([]);
    expect((await session.ensure(' Anna ')).settings.theme).toBe('dark');
    expect(calls).toEqual([
      ['POST /api/guest', { name: 'Anna', language: 'en', deck: 'french' }],
      ['PATCH /api/me', { settings }],
    ]);
  });

  it('happens once, however often it is asked for', async () => {
    server({ 'POST /api/guest': ANNA, 'PATCH /api/me': ANNA });
    await Promise.all([session.ensure(), session.ensure()]);
    await session.ensure('Anna');
    expect(calls.map(([what]) => what)).toEqual(['POST /api/guest', 'PATCH /api/me']);
  });

  it('calls a guest otherwise, but nobody who has an account', async () => {
    server({ 'PATCH /api/me': { ...ANNA, name: 'Berta' } });
    await session.take(ANNA);
    expect((await session.ensure('Berta')).name).toBe('Berta');
    await session.take({ ...ANNA, guest: false });
    expect((await session.ensure('Berta')).name).toBe('Anna');
    expect(calls).toEqual([['PATCH /api/me', { name: 'Berta' }]]);
  });
});

describe('whoever was signed out elsewhere', () => {
  it('is told so, and can become somebody again', async () => {
    server({ 'POST /api/tables': 401, 'GET /api/games': 401 });
    await session.take(ANNA);
    const [first, second] = [api.post('/api/tables'), api.get('/api/games')];
    for (const asked of [first, second]) {
      const error: unknown = await asked.catch((reason: unknown) => reason);
      expect(sentenceOf(error)).toBe('You are not signed in any more.');
    }
    expect(session.me).toBeNull();
    server({ 'POST /api/guest': ANNA, 'PATCH /api/me': ANNA });
    expect((await session.ensure()).name).toBe('Anna');
  });

  it('hears it once when a setting is changed, which holds here all the same', async () => {
    server({ 'PATCH /api/me': 401 });
    await session.take(ANNA);
    await session.set({ theme: 'dark' });
    await session.patch({ language: 'de' });
    await session.patch({ language: 'en' });
    expect(toasts.map(({ text }) => text)).toEqual(['You are not signed in any more.']);
    expect(session.settings.theme).toBe('dark');
  });

  it('is another than one who never had a name', async () => {
    server({ 'POST /api/tables': 401 });
    const error: unknown = await api.post('/api/tables').catch((reason: unknown) => reason);
    expect(sentenceOf(error)).toBe('please choose a name first');
  });
});

it('says what the server has against a setting, and nothing when it is away', async () => {
  server({ 'PATCH /api/me': 429 });
  await session.take(ANNA);
  await session.set({ volume: 0.1 });
  await session.set({ volume: 0.2 });
  expect(toasts).toHaveLength(1);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  await session.set({ volume: 0.3 });
  expect(toasts).toHaveLength(1);
});
