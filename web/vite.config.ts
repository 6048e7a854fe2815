import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { compress } from './vite/compress.ts';
import { courts } from './vite/courts.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env['BUMMERL_SERVER'] ?? 'http://localhost:8000';

export default defineConfig({
  plugins: [courts(), svelte(), compress()],
  resolve: {
    alias: { $lib: here('./src/lib'), $generated: here('./src/generated') },
    // vitest would take svelte for the server otherwise
    ...(process.env['VITEST'] ? { conditions: ['browser'] } : {}),
  },
  build: {
    outDir: '../src/bummerl/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // each face is a file of its own, so that a visit loads only the cards it sees
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 150,
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, ws: true },
      '/schema': { target: server },
    },
  },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts', 'vite/**/*.test.ts'] },
});
