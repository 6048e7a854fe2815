import { expect, it } from 'vitest';
import { standing } from './standing';

it.each([
  ['waiting', 0, 1, 'host'],
  ['waiting', null, 1, 'invited'],
  ['playing', 1, null, 'play'],
  ['playing', null, null, 'taken'],
  ['shuffling', 0, null, 'play'],
  ['over', null, null, 'over'],
  ['over', 0, null, 'play'],
  ['cancelled', 0, 1, 'cancelled'],
] as const)('%s, own seat %s, open seat %s: %s', (phase, mine, open_seat, expected) =>
  expect(standing({ phase, mine, open_seat })).toBe(expected),
);
