/** Where everything lies on a board of a given size. All numbers are CSS pixels. */

export interface Pose {
  /** Of the card's centre. */
  x: number;
  y: number;
  /** Degrees, clockwise. */
  rot: number;
  scale: number;
}

/** `me` is who sits below: the viewer, or seat 0 for spectators. */
export type Side = 'me' | 'other';

export interface Layout {
  /** Of a card at scale 1; its height is half as much again. */
  card: number;
  narrow: boolean;
  /** Wide, but not high. */
  short: boolean;
  hand: (index: number, count: number) => Pose;
  opponent: (index: number, count: number) => Pose;
  trick: (side: Side, first: boolean) => Pose;
  talon: (index: number) => Pose;
  turnUp: (closed: boolean) => Pose;
  pile: (side: Side, index: number) => Pose;
  /** Top edge of the hand, where chips and hints end. */
  handTop: number;
}

export const ASPECT = 1.5;
const NARROW = 600;
const SHORT = 380;

/** Of a board `width` × `height`, for hands of up to `most` cards. */
export function layout(width: number, height: number, most: number): Layout {
  // a phone held across: the trick lies beside the hand instead of above it
  const short = height < SHORT;
  const narrow = width < NARROW || short;
  const card = short
    ? height * 0.3
    : narrow
      ? narrowCard(width, height, most)
      : wideCard(width, height);
  const tall = card * ASPECT;
  const backs = narrow ? 0.52 : 0.7;
  const handX = short ? width * 0.42 : width / 2;
  const handY = height - tall / 2 - (narrow ? 4 : 12);
  const handTop = handY - tall / 2 - (narrow ? 6 : 14);
  // the opponent's backs hang over the upper edge a little, as if held
  const backsY = tall * backs * (narrow ? 0.28 : 0.4);
  const backsEnd = backsY + (tall * backs) / 2;
  const chips = narrow ? 52 : 60;
  const middle = short ? tall * 0.5 + 8 : (backsEnd + handTop - chips) / 2;
  const center = short
    ? { x: width * 0.84, y: height / 2 }
    : { x: narrow ? width * 0.62 + 10 : width * 0.53, y: middle };
  const talon = { x: narrow ? card * 0.5 + 10 : center.x - card * 2.5, y: middle };
  const pile = narrow ? 0.4 : 0.5;

  const fan = (
    { x, y }: { x: number; y: number },
    { index, count, step, tilt }: { index: number; count: number; step: number; tilt: number },
  ) => {
    const off = index - (count - 1) / 2;
    return { x: x + off * step, y: y + off * off * tilt * 0.9, rot: off * tilt, scale: 1 };
  };

  return {
    card,
    narrow,
    short,
    handTop,
    hand: (index, count) => {
      const room = (width - (narrow ? 12 : 60) - card) / Math.max(1, count - 1);
      const step = Math.min(narrow ? card * 0.92 : card * 0.86, room);
      return fan({ x: handX, y: handY }, { index, count, step, tilt: narrow ? 0.9 : 2 });
    },
    opponent: (index, count) => {
      const step = card * backs * (narrow ? 0.42 : 0.5);
      const tilt = narrow ? -1.2 : -2.4;
      return {
        ...fan({ x: handX, y: backsY }, { index, count, step, tilt }),
        scale: backs,
      };
    },
    trick: (side, first) => ({
      x: center.x + card * (side === 'me' ? -0.26 : 0.26),
      y: center.y + tall * (side === 'me' ? 0.13 : -0.13),
      rot: (side === 'me' ? -3 : 4) + (first ? 0 : 3),
      scale: 1,
    }),
    talon: (index) => ({ x: talon.x - index * 0.7, y: talon.y - index * 0.7, rot: 0, scale: 1 }),
    turnUp: (closed) => ({
      // lying across, and not over the edge of a phone
      x: closed ? Math.max(talon.x, tall / 2 + 4) : talon.x + card * (narrow ? 0.42 : 0.55),
      y: closed ? talon.y - 6 : talon.y,
      rot: 90,
      scale: 1,
    }),
    pile: (side, index) => {
      const off = tall * (narrow ? 0.82 : 0.5);
      const edge = card * pile;
      let y =
        side === 'me'
          ? Math.min(middle + off, handTop - chips * 0.6 - edge)
          : Math.max(middle - off, edge);
      if (short) y = side === 'me' ? height - edge : edge;
      return {
        x: (short ? width * 0.72 : width - edge * (narrow ? 0.85 : 1.1)) - (index % 2) * 2,
        y: y - index * 2,
        rot: 90 + ((index * 7) % 5) - 2,
        scale: pile,
      };
    },
  };
}

function narrowCard(width: number, height: number, most: number): number {
  // six cards still show 56 px of each
  const byHand = width - 14 - (most - 1) * 56;
  return Math.max(60, Math.min(byHand, 104, height * 0.17));
}

function wideCard(width: number, height: number): number {
  return Math.max(76, Math.min(height * 0.175, width * 0.145, 190));
}
