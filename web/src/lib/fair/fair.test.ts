// @vitest-environment node
/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { startOf } from './dealing';
import {
  bytesOf,
  cardsOf,
  clientCommitment,
  commitmentOf,
  type Contributions,
  type DeckSize,
  drawOf,
  hexOf,
  newContribution,
  packOf,
} from './fair';
import { readTags } from './sgn';
import { type OpenedDeal, verify, verifyText } from './verify';

interface Vector {
  deck: DeckSize;
  number: number;
  secret: string;
  client0: string;
  client1: string;
  commitment: string;
  commitment0: string;
  commitment1: string;
  pack: string;
  draw: string[];
  dealer: number;
}

const golden = join(import.meta.dirname, '../../../../tests/golden');
const read = (name: string): string => readFileSync(join(golden, name), 'utf8');
const vectors = (JSON.parse(read('fairness_vectors.json')) as { deals: Vector[] }).deals;

const bytes = (text: string): Uint8Array => bytesOf(text, 1, 64)!;
const parts = (vector: Vector): Contributions => [bytes(vector.client0), bytes(vector.client1)];

test('there are the vectors of docs/fairness.md', () => {
  expect(vectors).toHaveLength(20);
  expect(new Set(vectors.map((vector) => vector.deck))).toEqual(new Set([20, 24]));
});

describe.each(vectors.map((vector, index) => ({ index, vector })))(
  'vector $index',
  ({ vector }) => {
    test('commitments', () => {
      expect(commitmentOf(bytes(vector.secret))).toBe(vector.commitment);
      expect(clientCommitment(0, bytes(vector.client0))).toBe(vector.commitment0);
      expect(clientCommitment(1, bytes(vector.client1))).toBe(vector.commitment1);
    });

    test('pack order', () => {
      const pack = packOf(vector.deck, vector.number, bytes(vector.secret), parts(vector));
      expect(pack.join('')).toBe(vector.pack);
      expect([...pack].sort()).toEqual([...cardsOf(vector.deck)].sort());
    });

    test('draw', () => {
      const draw = drawOf(vector.deck, bytes(vector.secret), parts(vector));
      expect(draw.rounds.map((round) => round.join(''))).toEqual(vector.draw);
      expect(draw.dealer).toBe(vector.dealer);
    });
  },
);

test('records get the verdicts of bummerl verify', () => {
  const verdicts = verifyText(read('fair/records.sgn')).map(({ tags, status, checks }) => ({
    deal: Number(tags['Deal']),
    status,
    checks,
  }));
  expect(verdicts).toEqual(JSON.parse(read('fair/verdicts.json')));
  expect(new Set(verdicts.map((verdict) => verdict.status))).toEqual(
    new Set(['fair', 'wrong', 'unverifiable']),
  );
});

test('records without fair tags are unverifiable', () => {
  const [first] = verifyText(read('sharp.sgn'));
  expect(first).toMatchObject({
    status: 'unverifiable',
    missing: ['Commitment', 'Secret', 'Client0', 'Client1'],
  });
});

test('starts of golden games follow from their packs', () => {
  let compared = 0;
  for (const name of ['sharp.sgn', 'sixtysix.sgn', 'hoyle-66.sgn', 'soft.sgn']) {
    for (const { Pack, Start, Dealer } of readTags(read(name))) {
      if (Pack === undefined || Start === undefined) continue;
      const fields = Start.split(' ').slice(1, -1).join(' ');
      expect(startOf(Pack.match(/../g)!, Dealer === '1' ? 1 : 0)).toBe(fields);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(4);
});

const [vector] = vectors as [Vector];
const opened: OpenedDeal = {
  ...vector,
  contributions: [vector.client0, vector.client1],
  start: startOf(vector.pack.match(/../g)!, vector.dealer as 0 | 1),
  dealer: vector.dealer as 0 | 1,
};

test('a deal as it was opened is fair in every respect', () => {
  const { status, checks } = verify(opened);
  expect(status).toBe('fair');
  expect(checks).toEqual({
    contributions: true,
    commitment: true,
    pack: true,
    start: true,
    dealer: true,
  });
});

test.each([
  { commitment: vector.commitment0 },
  { secret: `00${vector.secret.slice(2)}` },
  { contributions: [vector.client1, vector.client0] as const },
  { contributions: ['', vector.client1] as const },
  { number: 0 },
  { number: 1.5 },
  { number: NaN },
  { pack: vector.pack.slice(2) + vector.pack.slice(0, 2) },
  { dealer: (1 - vector.dealer) as 0 | 1 },
])('a changed deal is wrong: %o', (change) => {
  expect(verify({ ...opened, ...change }).status).toBe('wrong');
});

test('contributions are random, long enough, and come back from their digits', () => {
  const [one, two] = [newContribution(), newContribution()];
  expect(one).toHaveLength(32);
  expect(hexOf(one)).not.toBe(hexOf(two));
  expect(bytesOf(hexOf(one), 16, 64)).toEqual(one);
});

test.each(['0', 'AB', '0g', '', '00'.repeat(65)])('no bytes: %j', (text) => {
  expect(bytesOf(text, 1, 64)).toBeNull();
});

test('comments, escapes and foreign line ends do not disturb the tags', () => {
  const text =
    '{[SGN "0"]}\r\n[SGN "1"]\r\n[Seat0 "a \\"b\\" \\\\"] ; [Seat1 "no"]\r\n\r\n1.0 SA\r\n';
  expect(readTags(text)).toEqual([{ SGN: '1', Seat0: 'a "b" \\' }]);
});

test('wrong lengths are refused', () => {
  expect(() => commitmentOf(new Uint8Array(31))).toThrow(RangeError);
  expect(() => clientCommitment(0, new Uint8Array(15))).toThrow(RangeError);
  expect(() =>
    packOf(20, 2 ** 32, new Uint8Array(32), [new Uint8Array(16), new Uint8Array(16)]),
  ).toThrow(RangeError);
});
