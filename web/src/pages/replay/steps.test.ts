import { expect, it } from 'vitest';
import { stepByKey, stepOfHash, takesKeys, within } from './steps';

it.each([
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 9, 9],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['a', 5, null],
])('%s leads from %i to %s of ten', (key, from, to) => expect(stepByKey(key, from, 10)).toBe(to));

it('keeps steps within the deal', () => {
  expect([within(-1, 4), within(9, 4), within(2, 4), within(Number.NaN, 4), within(0, 0)]).toEqual([
    0, 3, 2, 0, 0,
  ]);
});

it('reads a step from the address', () => {
  expect(['#5', '#500', '', '#x', '#-1'].map((hash) => stepOfHash(hash, 9))).toEqual([
    5, 8, 0, 0, 0,
  ]);
});

it('leaves keys to fields', () => {
  document.body.innerHTML = '<input id="in"><button id="b"></button>';
  expect(takesKeys(document.getElementById('in'))).toBe(true);
  expect(takesKeys(document.getElementById('b'))).toBe(false);
  expect(takesKeys(null)).toBe(false);
});
