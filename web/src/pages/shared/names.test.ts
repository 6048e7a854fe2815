import { expect, test } from 'vitest';
import { bothSeats, pairing } from './names';

test('the reader comes first, and for others seat 0', () => {
  expect(bothSeats(1)).toEqual([1, 0]);
  expect(bothSeats(0)).toEqual([0, 1]);
  expect(bothSeats(null)).toEqual([0, 1]);
  const sitting = { names: ['Anna', null], bots: [null, 'regular'] } as const;
  expect(pairing({ ...sitting, names: ['Anna', null], bots: [null, 'regular'] }, 1)).toEqual({
    one: 'Regular',
    other: 'Anna',
  });
});
