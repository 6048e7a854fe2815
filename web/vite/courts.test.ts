import { describe, expect, it } from 'vitest';
import { layers } from './courts';

const CARD =
  '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="VSK" viewBox="0 0 9 9"><path d="M0 0L9 9"/></symbol>' +
  '<symbol id="SK1" viewBox="0 0 1300 2000"><path fill="red" d="M10.25 20.75L30.125 40.5"/></symbol>' +
  '<symbol id="SK2" viewBox="0 0 1300 2000"><use xlink:href="#SSK" height="120" ' +
  'transform="translate(495,612)"></use></symbol></svg>';

describe('the figure of a court card', () => {
  it('is its layers without index, in our colours, and without decimals', () => {
    const [first, second, ...more] = layers(CARD);
    expect(more).toEqual([]);
    expect(first).toContain('#b3261e');
    expect(first).not.toContain('.');
    expect(first).not.toContain('9 9');
    expect(second).toBe(
      '<use href="#p" transform="translate(495,612)translate(60,60)scale(0.100)"/>',
    );
  });

  it('is found in court cards only', () => {
    expect(() => layers('<svg><symbol id="SHT"></symbol></svg>')).toThrow('no court card');
  });
});
