import { readFile } from 'node:fs/promises';
import { optimize } from 'svgo';
import type { Plugin } from 'vite';

const QUERY = '?court';

/** The packet's loud colours, and the quieter ones of this client. */
const PAINT: Record<string, string> = {
  '#FC4': '#e3b14a',
  red: '#b3261e',
  '#44F': '#2a4f86',
  black: '#22201c',
};

/**
 * Imports `….svg?court` as the drawing of a court card alone: the layers of the figure without
 * frame, index and pips, which the client adds itself (`src/lib/cards/french.ts`).
 */
export function courts(): Plugin {
  return {
    name: 'bummerl-courts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const source = await readFile(id.slice(0, -QUERY.length), 'utf8');
      return `export default ${JSON.stringify(layers(source))};`;
    },
  };
}

/**
 * The layers of one half of a court card, from the ground up: SVG text in a box of 1300 × 2000.
 *
 * Pips on the clothes are `<use href="#p">`. Numbers lose their decimals, a 1300th of the width.
 */
export function layers(source: string): string[] {
  const found = [...source.matchAll(/<symbol id="[SHDC][JQK]\d"[^>]*>(.*?)<\/symbol>/gs)];
  if (found.length === 0) throw new Error('this is no court card');
  return found.map(([, shapes]) => smaller(recoloured(withPips(shapes!))));
}

// pips are symbols of 1200 × 1200 there, plain paths around the origin here
function withPips(shapes: string): string {
  return shapes.replace(
    /xlink:href="#[^"]*" height="(\d+)" transform="([^"]*)"/g,
    (_, height: string, transform: string) =>
      `href="#p" transform="${transform}translate(${+height / 2},${+height / 2})scale(${(+height / 1200).toFixed(3)})"`,
  );
}

function recoloured(shapes: string): string {
  return shapes.replace(/(fill|stroke)="([^"]+)"/g, (whole, kind: string, colour: string) => {
    const ours = PAINT[colour];
    return ours ? `${kind}="${ours}"` : whole;
  });
}

function smaller(shapes: string): string {
  const { data } = optimize(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1300 2000">${shapes}</svg>`,
    {
      multipass: true,
      floatPrecision: 0,
      plugins: ['convertPathData', 'convertColors', 'sortAttrs'],
    },
  );
  return data.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '');
}
