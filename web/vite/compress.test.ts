// @vitest-environment node
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressed } from './compress';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compress-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('both forms give the file back and are smaller', async () => {
  const path = join(folder, 'a.js');
  const source = 'let card = "HT"; // Zehner für alle\n'.repeat(50);
  await writeFile(path, source);
  await compressed(path);
  const [gz, br] = [await readFile(`${path}.gz`), await readFile(`${path}.br`)];
  expect(gunzipSync(gz).toString()).toBe(source);
  expect(brotliDecompressSync(br).toString()).toBe(source);
  expect(Math.max(gz.length, br.length)).toBeLessThan(source.length / 4);
});

test('small files stay alone', async () => {
  await writeFile(join(folder, 'a.js'), 'x'.repeat(400));
  await compressed(join(folder, 'a.js'));
  expect(await readdir(folder)).toEqual(['a.js']);
});
