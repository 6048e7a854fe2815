import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Told } from '$generated/socket';
import { sceneOf } from './scenes';
import { Show } from './show.svelte';

const told = (kind: Told['kind']): Told[] => [
  { seq: 1, kind, seat: 0, card: null, phrase: null, text: '' },
];
const LAST = {
  cards: [
    { seat: 0, card: 'SJ' },
    { seat: 1, card: 'ST' },
  ],
  winner: 1,
};
const BEFORE = sceneOf({ trick: [{ seat: 0, card: 'SJ' }], to_move: 1 });
const TAKEN = sceneOf(
  { last_trick: LAST, talon: 8, to_move: 1 },
  { hand: ['HA', 'HK', 'HQ', 'CT', 'DT'] },
  { tricks: 1 },
);

function shown(tempo: number) {
  const show = new Show(() => ({ trumpFirst: true, pause: 600, tempo }));
  show.to(BEFORE, []);
  return show;
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('the show', () => {
  it('goes through its moments by itself', () => {
    const show = shown(1);
    show.to(TAKEN, told('trick'));
    expect(show.moment?.kind).toBe('play');
    expect(show.running).toBe(true);
    vi.advanceTimersByTime(200);
    expect(show.moment?.kind).toBe('glow');
    vi.advanceTimersByTime(600);
    expect(show.moment?.kind).toBe('take');
    vi.advanceTimersByTime(1000);
    expect(show.running).toBe(false);
    expect(show.moment?.visual.tricks).toEqual([0, 1]);
  });

  it('is at its end at once for whoever acts', () => {
    const show = shown(1);
    show.to(TAKEN, told('trick'));
    show.skip();
    expect(show.running).toBe(false);
    expect(show.moment?.visual.hand).toContain('DT');
  });

  it('shows what happens meanwhile after it', () => {
    const show = shown(1);
    show.to(TAKEN, told('trick'));
    const led = sceneOf({ trick: [{ seat: 1, card: 'SA' }], talon: 8 }, {}, { tricks: 1 });
    show.to(led, told('play'));
    expect(show.moment?.kind).toBe('play');
    expect(show.moment?.visual.trick).toEqual(LAST.cards);
    vi.advanceTimersByTime(5000);
    expect(show.moment?.visual.trick).toEqual([{ seat: 1, card: 'SA' }]);
  });

  it('never falls far behind', () => {
    const show = shown(1);
    for (let n = 0; n < 8; n++) {
      show.to(BEFORE, []);
      show.to(TAKEN, told('trick'));
    }
    vi.advanceTimersByTime(4000);
    expect(show.running).toBe(false);
  });

  it('without motion a finished trick still lies there for its time, and nothing else is shown', () => {
    const show = shown(0);
    show.to(TAKEN, told('trick'));
    expect(show.moment?.kind).toBe('glow');
    vi.advanceTimersByTime(600);
    expect(show.running).toBe(false);
    expect(show.moment?.visual.hand).toContain('DT');
  });
});
