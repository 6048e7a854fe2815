import { expect, it } from 'vitest';
import { barOf, outsideByChance } from './numbers';

it('puts the expected value in the middle and the interval around it', () => {
  expect(barOf({ observed: 1.1, expected: 1, low: 0.8, high: 1.2 })).toEqual({
    from: expect.closeTo(25),
    width: expect.closeTo(50),
    at: expect.closeTo(62.5),
  });
});

it('stays on the scale', () => {
  expect(barOf({ observed: 99, expected: 1, low: 0.8, high: 1.2 }).at).toBe(100);
  expect(barOf({ observed: 1, expected: 1, low: 1, high: 1 }).at).toBe(50);
});

it('knows how many outliers chance makes', () => {
  // binomial with 20 rows at 5 %: P(at most 4) = 0.9974, P(at most 3) = 0.9841
  expect(outsideByChance(20)).toBe(4);
  expect(outsideByChance(1)).toBe(1);
  expect(outsideByChance(0)).toBe(0);
});
