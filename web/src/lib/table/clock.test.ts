import { describe, expect, it } from 'vitest';
import { clockText, secondsLeft, timeLeft } from './clock';

const clock = { control: '3+2', left: [60_000, 5000] as [number, number], running: 1 };

describe('clocks', () => {
  it('count on by themselves, only the running one', () => {
    expect(timeLeft(clock, 0, 1500)).toBe(60_000);
    expect(timeLeft(clock, 1, 1500)).toBe(3500);
    expect(timeLeft(clock, 1, 9000)).toBe(-4000);
    expect(timeLeft({ ...clock, running: null }, 1, 1500)).toBe(5000);
  });

  it.each([
    [180_000, '3:00'],
    [179_001, '3:00'],
    [61_000, '1:01'],
    [10_000, '0:10'],
    [9990, '9.9'],
    [400, '0.4'],
    [0, '0.0'],
    [-300, '0.0'],
  ])('%i ms read %s', (ms, text) => expect(clockText(ms)).toBe(text));

  it('count a grace down to nothing', () => {
    expect(secondsLeft(90_000, 0)).toBe(90);
    expect(secondsLeft(90_000, 500)).toBe(90);
    expect(secondsLeft(90_000, 89_999)).toBe(1);
    expect(secondsLeft(90_000, 120_000)).toBe(0);
  });
});
