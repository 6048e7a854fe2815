import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyMessage, Scene } from '$generated/socket';
import { session } from '$lib/session.svelte';
import type { Listener, Order } from './connection';
import { pairOf, sceneOf } from './scenes';
import { TablePlay } from './table.svelte';

const line = vi.hoisted(() => ({
  sent: [] as Order[],
  listener: null as Listener | null,
}));

vi.mock('./connection', () => ({
  Connection: class {
    constructor(_table: string, _words: unknown, listener: Listener) {
      line.listener = listener;
    }
    send(order: Order): number {
      return line.sent.push(order);
    }
  },
}));

/** Two cards of mine against a queen of hearts that lies there, or is still to come. */
const HAND = ['HA', 'SJ'];
const THEIRS = sceneOf({ version: 6, to_move: 1, moves: [] }, { hand: ['SJ'] });
const ROUND = sceneOf(
  { version: 7, moves: ['HA'], reasons: { SJ: 'Follow suit: hearts.' } },
  { hand: HAND },
);

function table(scene: Scene): TablePlay {
  const play = new TablePlay('t1');
  line.listener!.onstatus('open');
  hear({ type: 'table', scene, told: [] } as unknown as AnyMessage);
  return play;
}

function hear(message: AnyMessage): void {
  line.listener!.onmessage(message);
}

const see = (scene: Scene) => hear({ type: 'table', scene, told: [] } as unknown as AnyMessage);
const refuse = (code: string) =>
  hear({ type: 'refused', reply_to: 1, code, text: 'No.' } as unknown as AnyMessage);
const played = () => line.sent.flatMap((order) => (order.type === 'play' ? [order.move] : []));

beforeEach(() => {
  line.sent.length = 0;
  session.settings.confirm = false;
});

describe('a card chosen beforehand', () => {
  it('is played when it may be', () => {
    const play = table(sceneOf({ to_move: 1, moves: [] }, { hand: HAND }));
    play.tap('HA');
    expect(play.chosen).toBe('HA');
    see(ROUND);
    expect(played()).toEqual(['HA']);
  });

  it('is dropped when it may not, and says why', () => {
    const play = table(sceneOf({ to_move: 1, moves: [] }, { hand: HAND }));
    play.tap('SJ');
    see(ROUND);
    expect(played()).toEqual([]);
    expect(play.chosen).toBeNull();
    expect(play.shaken).toMatchObject({ card: 'SJ', reason: 'Follow suit: hearts.' });
    expect(play.told.at(-1)?.text).toBe('Follow suit: hearts.');
  });

  it('can be chosen while the card before it is on its way to the server', () => {
    const play = table(sceneOf({}, { hand: HAND }));
    play.tap('HA');
    play.tap('SJ');
    expect([play.sent, play.chosen]).toEqual(['HA', 'SJ']);
    see(sceneOf({}, { hand: HAND })); // the old state once more, because somebody came to look on
    expect(played()).toEqual(['HA']);
    see(THEIRS);
    expect([play.sent, play.chosen]).toEqual([null, 'SJ']);
    see(sceneOf({ version: 7, moves: ['SJ'] }, { hand: ['SJ'] }));
    expect(played()).toEqual(['HA', 'SJ']);
  });

  it.each(['busy', 'stale'])('is let go when the card before it is refused (%s)', (code) => {
    const play = table(sceneOf({}, { hand: HAND }));
    play.tap('HA');
    play.tap('SJ');
    refuse(code);
    see(sceneOf({}, { hand: HAND }));
    expect(played()).toEqual(['HA']);
    expect([play.sent, play.chosen]).toEqual([null, null]);
  });

  it('is let go when the connection is lost with a card on its way', () => {
    const play = table(sceneOf({}, { hand: HAND }));
    play.tap('HA');
    play.tap('SJ');
    line.listener!.onstatus('lost');
    line.listener!.onstatus('open');
    see(sceneOf({}, { hand: HAND }));
    expect(played()).toEqual(['HA']);
  });

  it('is let go by an undo, and what is chosen before it is done, too', () => {
    const mine = sceneOf({ may_undo: true }, { hand: HAND });
    const theirs = sceneOf({ version: 6, to_move: 1, moves: [], may_undo: true }, { hand: HAND });
    const play = table(mine);
    see(theirs);
    play.tap('HA');
    play.undo();
    expect(play.chosen).toBeNull();
    play.tap('SJ');
    const told = [{ seq: 9, kind: 'taken_back', seat: 0, card: null, phrase: null, text: '' }];
    hear({ type: 'table', scene: { ...mine, version: 7 }, told } as unknown as AnyMessage);
    expect(line.sent.map(({ type }) => type)).toEqual(['undo']);
    expect(play.chosen).toBeNull();
  });

  it('outlives a connection that is lost while the other thinks', () => {
    const play = table(sceneOf({ to_move: 1, moves: [] }, { hand: HAND }));
    play.tap('HA');
    line.listener!.onstatus('lost');
    line.listener!.onstatus('open');
    see(ROUND);
    expect(played()).toEqual(['HA']);
  });
});

describe('a shuffle that is refused', () => {
  const next_fair = {
    deal: 1, deck: 20 as const, commitment: 'c', commitments: [null, null] as [null, null],
    contributions: [null, null] as [null, null], secret: null, pack: null, dealer: null,
  }; // prettier-ignore
  const commits = () => line.sent.filter(({ type }) => type === 'commit').length;

  it.each(['busy', 'not_now'])('is asked for again (%s)', async (code) => {
    const scene = sceneOf({ phase: 'shuffling', next_fair });
    const play = table(scene);
    await vi.waitFor(() => expect(commits()).toBe(1));
    refuse(code);
    if (code === 'not_now') see(scene); // play goes on
    await vi.waitFor(() => expect(commits()).toBe(2), 3000);
    expect(play.scene?.phase).toBe('shuffling');
  });
});

describe('what is told', () => {
  const told = (kind: string, text: string, seat: number | null = null) => ({
    seq: 1, kind, seat, card: null, phrase: null, text,
  }); // prettier-ignore

  it('of one message is one piece of news, in its order', () => {
    const play = table(sceneOf({}, { hand: HAND }));
    const news = [
      told('play', 'Bert plays.', 1),
      told('trick', 'You win.', 0),
      told('draw', '', 1),
    ];
    hear({ type: 'table', scene: THEIRS, told: news } as unknown as AnyMessage);
    expect(play.told.map(({ text }) => text)).toEqual(['Bert plays. You win.']);
  });

  it('is nothing when nothing has happened', () => {
    const play = table(sceneOf({}, { hand: HAND }));
    see(sceneOf({}, { hand: HAND }));
    expect(play.told).toEqual([]);
  });
});

describe('a pair', () => {
  const announced = (points: number | null) =>
    sceneOf({ version: 6, moves: ['HK', 'HQ', 'o'] }, { points });

  it('is announced, and then one of it is led', () => {
    const play = table(sceneOf(pairOf(['HK', 'HQ'])));
    play.tap('HQ');
    expect(play.question).toMatchObject({ announce: 'mH', after: ['HK', 'HQ'], plain: 'HQ' });
    play.moves(['mH', 'HK']);
    expect(played()).toEqual(['mH']);
    see(announced(40));
    expect(played()).toEqual(['mH', 'HK']);
  });

  it.each([66, null])('is announced to go out with it (%s points)', (points) => {
    const play = table(sceneOf(pairOf(['HK', 'HQ', 'o'])));
    play.moves(['mH', 'o']);
    see(announced(points));
    expect(played()).toEqual(['mH', 'o']);
  });
});
