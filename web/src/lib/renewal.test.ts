import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renewed } from './renewal';

const reload = vi.fn();
const answer = (ok: boolean) => vi.stubGlobal('fetch', () => Promise.resolve({ ok }));

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

it('loads the page again when the server has another one', async () => {
  answer(true);
  expect(await renewed(reload)).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

it('does so once, or it would never end', async () => {
  answer(true);
  await renewed(reload);
  expect(await renewed(reload)).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
});

it('leaves the page as it is when there is no network', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await renewed(reload)).toBe(false);
  answer(true);
  expect(await renewed(reload)).toBe(true);
});

it('leaves the page as it is while the server is not well', async () => {
  answer(false);
  expect(await renewed(reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

it('leaves the page as it is where nothing can be remembered', async () => {
  answer(true);
  vi.stubGlobal('sessionStorage', undefined);
  expect(await renewed(reload)).toBe(false);
});
