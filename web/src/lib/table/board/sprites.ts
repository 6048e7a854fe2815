/** The cards of a moment as pictures: each with a key that stays the same while it moves. */

import { ASPECT, type Layout, type Pose, type Side } from './layout';
import type { Moment, Visual } from './visual';
import { DEAL, DRAW, PLAY, TAKE, TURN } from './visual';

export interface Sprite {
  key: string;
  /** Null: only its back is known. */
  card: string | null;
  up: boolean;
  pose: Pose;
  /** Where it comes from, if it was not there before; null: it is simply there. */
  from: (Pose & { up: boolean }) | null;
  z: number;
  /** Of the way here, in milliseconds at normal speed. */
  ms: number;
  delay: number;
  glow: boolean;
}

/** How the own hand is touched just now. */
export interface Touch {
  /** Raised a little: under the pointer or the focus. */
  raised: string | null;
  /** Chosen ahead of the turn. */
  chosen: string | null;
  /** Sent to the server, which has not answered yet. */
  sent: string | null;
  /** Held by a finger or the mouse, so far away from its place. */
  drag: { card: string; dx: number; dy: number } | null;
}

/** Milliseconds in which a card rises. */
export const RAISE = 110;

const UNTOUCHED: Touch = { raised: null, chosen: null, sent: null, drag: null };
const DURATION: Record<Moment['kind'], number> = {
  rest: PLAY, gather: 0, deal: 260, play: PLAY, glow: PLAY, take: TAKE, draw: DRAW, turn: TURN,
}; // prettier-ignore

/** The pictures of a moment; `present` are the keys that lie on the board already. */
export function sprites(
  moment: Moment,
  place: Layout,
  present: ReadonlySet<string>,
  touch: Touch = UNTOUCHED,
): Sprite[] {
  const { visual } = moment;
  const all = [
    ...talon(visual, place),
    ...piles(visual, place),
    ...opponents(visual, place),
    ...hand(visual, place, touch),
    ...trick(visual, place, touch),
  ];
  const ms = DURATION[moment.kind];
  const dealt = moment.kind === 'deal';
  return all.map((one) => ({
    ...one,
    from: present.has(one.key) ? null : (one.from ?? null),
    ms: one.ms ?? ms,
    delay: dealt ? dealDelay(one.key, visual) : 0,
    glow: one.glow ?? false,
  }));
}

type Draft = Omit<Sprite, 'from' | 'ms' | 'delay' | 'glow'> &
  Partial<Pick<Sprite, 'from' | 'ms' | 'glow'>>;

const side = (visual: Visual, seat: number): Side => (seat === visual.below ? 'me' : 'other');

function* talon(visual: Visual, place: Layout): Generator<Draft> {
  const down = Math.max(0, visual.talon - 1);
  for (let index = 0; index < down; index++)
    yield { key: `t${index}`, card: null, up: false, pose: place.talon(index), z: 10 + index };
  if (visual.talon === 0) return;
  const { closed } = visual;
  yield {
    key: visual.turnUp ?? 'turned',
    card: visual.turnUp,
    up: !closed && visual.turnUp !== null,
    pose: place.turnUp(closed),
    from: closed ? null : { ...place.talon(down), up: false },
    z: closed ? 60 : 5,
  };
}

function* piles(visual: Visual, place: Layout): Generator<Draft> {
  for (const seat of [0, 1] as const) {
    const flying = visual.taken?.winner === seat ? 1 : 0;
    for (let index = 0; index < visual.tricks[seat] - flying; index++)
      yield {
        key: `p${seat}${index}`,
        card: null,
        up: false,
        pose: place.pile(side(visual, seat), index),
        z: 10 + index,
      };
  }
  for (const { card } of visual.taken?.cards ?? []) {
    const winner = visual.taken?.winner as 0 | 1;
    const pose = place.pile(side(visual, winner), visual.tricks[winner] - 1);
    yield { key: card, card, up: false, pose, z: 40 };
  }
}

function* opponents(visual: Visual, place: Layout): Generator<Draft> {
  for (const seat of [0, 1] as const) {
    if (seat === visual.below && visual.hand.length > 0) continue;
    const count = visual.counts[seat];
    const top = seat !== visual.below;
    const open = top ? visual.open : [];
    for (let index = 0; index < count; index++)
      yield {
        key: `b${seat}${index}`,
        card: open[index] ?? null,
        up: open.length > 0,
        pose: (top ? place.opponent : place.hand)(index, count),
        from: { ...place.talon(visual.talon), up: false },
        z: 70 + index,
      };
  }
}

/** Where a card of the own hand is drawn, of which `pose` is the place, as it is touched. */
export function touched(card: string, pose: Pose, place: Layout, touch: Touch): Pose {
  if (touch.drag?.card === card)
    return { ...pose, x: pose.x + touch.drag.dx, y: pose.y + touch.drag.dy, rot: 0 };
  const up = card === touch.chosen ? 0.16 : card === touch.raised ? 0.08 : 0;
  return { ...pose, y: pose.y - up * place.card * ASPECT };
}

function* hand(visual: Visual, place: Layout, touch: Touch): Generator<Draft> {
  const cards = visual.hand.filter((card) => card !== touch.sent);
  for (const [index, card] of cards.entries()) {
    const dragged = touch.drag?.card === card;
    const raised = card === touch.chosen || card === touch.raised;
    yield {
      key: card,
      card,
      up: true,
      pose: touched(card, place.hand(index, cards.length), place, touch),
      from: { ...place.talon(visual.talon), up: false },
      z: dragged ? 200 : 80 + index,
      ...(dragged ? { ms: 0 } : raised ? { ms: RAISE } : {}),
    };
  }
}

function* trick(visual: Visual, place: Layout, touch: Touch): Generator<Draft> {
  const laid = [...visual.trick];
  if (touch.sent && visual.hand.includes(touch.sent) && laid.length < 2)
    laid.push({ seat: visual.below, card: touch.sent });
  for (const [index, { seat, card }] of laid.entries()) {
    const where = side(visual, seat);
    const count = visual.counts[seat as 0 | 1] + 1;
    const middle = Math.floor(count / 2);
    const held = where === 'other' ? place.opponent(middle, count) : place.hand(middle, count);
    yield {
      key: card,
      card,
      up: true,
      pose: place.trick(where, index === 0),
      from: { ...held, up: false },
      z: 100 + index,
      glow: visual.glow === seat,
    };
  }
}

/** 3–3–turn–2–2: when a card leaves the pack; forehand's come first. */
function dealDelay(key: string, visual: Visual): number {
  const packet = DEAL / 6;
  const within = 45;
  const dealt = (index: number, mine: boolean) => {
    const round = index < 3 ? 0 : 1;
    const turn = round === 0 ? (mine ? 0 : 1) : mine ? 3 : 4;
    return turn * packet + (index % 3) * within;
  };
  if (key.startsWith('b')) return dealt(Number(key.slice(2)), false);
  const held = visual.hand.indexOf(key);
  if (held >= 0) return dealt(held, true);
  return key === visual.turnUp ? 2 * packet : 0;
}
