import { afterEach, expect, it, vi } from 'vitest';
import { Watch } from './watch.svelte';

interface Thing {
  version: string;
}

function server(status: number, text = ''): void {
  const body = status === 200 ? { version: '1' } : { error: { code: 'no', text } };
  const answer = () => new Response(status === 204 ? null : JSON.stringify(body), { status });
  vi.stubGlobal('fetch', async () => answer());
}

afterEach(() => vi.unstubAllGlobals());

it('says why what is seen may be old, until it is looked at anew', async () => {
  const watch = new Watch<Thing>('/api/thing', ({ version }) => version);
  server(403, 'You do not help here.');
  await watch.refresh();
  expect(watch).toMatchObject({ value: null, error: { status: 403 }, lost: '' });
  server(200);
  await watch.refresh();
  expect(watch).toMatchObject({ value: { version: '1' }, error: null, lost: '' });
  for (const [status, text, told] of [
    [403, 'You do not help here.', 'You do not help here.'],
    [404, '', 'There is nothing here.'],
    [429, 'Wait a minute.', 'Wait a minute.'],
    [502, '', 'Connection lost – trying again …'],
  ] as const) {
    server(status, text);
    await watch.refresh();
    expect(watch).toMatchObject({ value: { version: '1' }, error: null, lost: told });
    server(204);
    await watch.refresh();
    expect(watch.lost).toBe('');
  }
});
