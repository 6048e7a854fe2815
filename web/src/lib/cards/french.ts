/**
 * The French faces: figures by A. Kennard (CC0) from npm, set into cards of the proportions of the
 * German ones, with indices in the person's language, in two or four colours.
 *
 * A face is one SVG picture of 240 × 360. Figures are loaded one by one when they are needed; all
 * else is drawn here.
 */

import { PIPS } from './pips';

export interface FrenchStyle {
  colours: 2 | 4;
  /** Corner signs that can be read on a phone. */
  big: boolean;
  /** Corner letters by rank, `J` → `B`. */
  index: (rank: string) => string;
}

type Point = readonly [number, number];

const figures = import.meta.glob<string[]>(
  '/node_modules/@heruka_urgyen/react-playing-cards/src/images/2color/[JQK][SHDC].svg',
  { query: '?court', import: 'default' },
);

// strokes in a box of 1000 × 1000 around the origin
const LETTERS: Record<string, string> = {
  A: 'M-270 460L-110 460M-200 450L0-460L200 450M110 460L270 460M-120 130L120 130',
  K: 'M-285-460L-85-460M-185-460L-185 460M-285 460L-85 460M85-460L285-460M185-440L-170 155M85 460L285 460M185 440L-10-70',
  Q: 'M-260 100C40 100-40 460 260 460M-175 0L-175-285A175 175 0 0 1 175-285L175 285A175 175 0 0 1-175 285Z',
  J: 'M50-460L250-460M150-460L150 250A100 100 0 0 1-250 250L-250 220',
  B: 'M-260-460L20-460A215 215 0 0 1 20-30L-170-30M20-30A240 245 0 0 1 20 460L-260 460M-170-460L-170 460',
  D: 'M-260-460L-40-460A290 290 0 0 1 250-170L250 170A290 290 0 0 1-40 460L-260 460M-170-460L-170 460',
  '10': 'M-260 430L-260-430M-50 0L-50-310A150 150 0 0 1 250-310L250 310A150 150 0 0 1-50 310Z',
  '9': 'M250-100A250 250 0 0 1-250-100L-250-210A250 250 0 0 1 250-210L250 210A250 250 0 0 1 0 460C-150 460-180 400-200 375',
};

const COLOURS: Record<2 | 4, Record<string, string>> = {
  2: { S: '#22201c', H: '#b3261e', D: '#b3261e', C: '#22201c' },
  4: { S: '#22201c', H: '#b3261e', D: '#1f5fa8', C: '#2e6b3f' },
};

// upper halves, as shares of the field between the indices; the middle row stands alone
const PLACES: Record<string, readonly Point[]> = {
  T: [
    [-1, -1],
    [1, -1],
    [-1, -0.34],
    [1, -0.34],
    [0, -0.67],
  ],
  '9': [
    [-1, -1],
    [1, -1],
    [-1, -0.34],
    [1, -0.34],
  ],
  A: [],
};

/** The SVG text of a face, for instance of `HT`. */
export async function frenchFace(card: string, style: FrenchStyle): Promise<string> {
  const suit = card.charAt(0);
  const rank = card.charAt(1);
  const colour = COLOURS[style.colours][suit] ?? '';
  const court = 'JQK'.includes(rank);
  const middle = court ? await figure(card, style.big) : pips(rank, style.big);
  const half = corner(style.index(rank), style.big);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-120 -180 240 360" width="240" height="360">` +
    `<defs><path id="p" d="${PIPS[suit] ?? ''}" fill="${colour}"/><g id="c">${half}</g></defs>` +
    `<rect x="-119" y="-179" width="238" height="358" rx="15" fill="#fdfaf2" stroke="#8a8272" stroke-width="2"/>` +
    `<g color="${colour}">${middle}<use href="#c"/><use href="#c" transform="rotate(180)"/></g></svg>`
  );
}

function pip(x: number, y: number, height: number): string {
  return `<use href="#p" transform="translate(${x} ${y})scale(${height / 1200})"/>`;
}

function corner(index: string, big: boolean): string {
  const letter = LETTERS[index] ?? '';
  const [x, y, size, pipY, pipSize] = big ? [-87, -132, 74, -64, 62] : [-97, -151, 40, -113, 34];
  return (
    `<path d="${letter}" transform="translate(${x} ${y})scale(${size / 1000})" fill="none" ` +
    `stroke="currentColor" stroke-width="${big ? 100 : 95}" stroke-linecap="square"/>` +
    pip(x, pipY, pipSize)
  );
}

function pips(rank: string, big: boolean): string {
  if (rank === 'A') return pip(0, 0, big ? 110 : 130);
  const [width, height, size] = big ? [32, 88, 50] : [50, 116, 72];
  const at = ([x, y]: Point) => pip(x * width + (big ? 6 : 0), y * height, size);
  const half = (PLACES[rank] ?? []).map(at).join('');
  const turned = `<g transform="rotate(180)${big ? 'translate(-12 0)' : ''}">${half}</g>`;
  return half + turned + (rank === '9' ? pip(big ? 6 : 0, 0, size) : '');
}

async function figure(card: string, big: boolean): Promise<string> {
  const suit = card.charAt(0);
  const name = `${card.charAt(1)}${suit}.svg`;
  const load = Object.entries(figures).find(([path]) => path.endsWith(name))?.[1];
  if (!load) throw new Error(`no figure ${card}`);
  const layers = await load();
  const [width, height] = big ? [128, 236] : [164, 290];
  const scale = `translate(${-width / 2} ${-height / 2})scale(${width / 1300} ${height / 2000})`;
  const drawn = layers
    .map((shapes, n) => `<g id="f${n}" transform="${scale}">${shapes}</g>`)
    .map((half, n) => `${half}<use href="#f${n}" transform="rotate(180)"/>`)
    .join('');
  const [x, y, size] = big ? [-44, -98, 34] : [-58, -119, 50];
  const own = pip(x, y, size);
  return (
    `${drawn}${own}<g transform="rotate(180)">${own}</g>` +
    `<rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="3" ` +
    `fill="none" stroke="#8a8272" stroke-width="1.5"/>`
  );
}
