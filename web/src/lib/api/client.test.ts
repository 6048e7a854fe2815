import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, api, csrfToken } from './client';

afterEach(() => {
  vi.unstubAllGlobals();
  document.cookie = 'bummerl_csrf=; max-age=0';
});

function server(status: number, body: string): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(async () => new Response(status === 204 ? null : body, { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

describe('the API', () => {
  it('finds the token among other cookies', () => {
    expect(csrfToken('a=1; bummerl_csrf=x%2By; bummerl_csrf2=no')).toBe('x+y');
    expect(csrfToken('xbummerl_csrf=no')).toBe('');
  });

  it('sends JSON with the token, and gives the answer', async () => {
    document.cookie = 'bummerl_csrf=secret';
    const fetch = server(201, '{"id":"t1"}');
    expect(await api.post('/api/tables', { rules: 'soft' })).toEqual({ id: 't1' });
    const [path, init] = fetch.mock.calls[0] as unknown as [string, RequestInit];
    expect(path).toBe('/api/tables');
    expect(init).toMatchObject({ method: 'POST', body: '{"rules":"soft"}' });
    expect(init.headers).toMatchObject({ 'x-csrf-token': 'secret', 'accept-language': 'en' });
  });

  it('takes no answer for one', async () => {
    server(204, '');
    expect(await api.post('/api/logout')).toBeUndefined();
  });

  it('fails with the sentence of the server', async () => {
    server(409, '{"error":{"code":"taken","text":"The seat is taken."}}');
    const failure = await api.post('/api/tables/t1/join').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 409, code: 'taken', text: 'The seat is taken.' });
  });

  it('fails without one where somebody else answers', async () => {
    server(502, '<html>Bad gateway</html>');
    expect(await api.get('/api/me').catch((error: unknown) => error)).toMatchObject({
      status: 502,
      code: 'error',
      text: '',
    });
  });

  it('says that nobody answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
    expect(await api.get('/api/me').catch((error: unknown) => error)).toMatchObject({
      status: 0,
      code: 'offline',
    });
  });
});
