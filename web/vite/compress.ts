import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** What is text; pictures and fonts are small already. */
const TEXTS = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt']);
/** A smaller file costs one packet anyway. */
const LEAST = 500;

/**
 * Puts a `.gz` and a `.br` beside every file of the build that gets smaller by it, so that the
 * server has nothing to compress.
 */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'bummerl-compress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && TEXTS.has(extname(entry.name)));
      await Promise.all(files.map((file) => compressed(join(file.parentPath, file.name))));
    },
  };
}

/** Write both compressed forms of a file, as far as they are worth it. */
export async function compressed(path: string): Promise<void> {
  const source = await readFile(path);
  if (source.length < LEAST) return;
  const forms = {
    gz: await promisify(gzip)(source, { level: 9 }),
    br: await promisify(brotliCompress)(source, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
      },
    }),
  };
  for (const [ending, bytes] of Object.entries(forms)) {
    if (bytes.length < source.length) await writeFile(`${path}.${ending}`, bytes);
  }
}
