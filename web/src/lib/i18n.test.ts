import { afterEach, describe, expect, it } from 'vitest';
import { cardName, rankIndex, speak, suitName, t, tn } from './i18n.svelte';

afterEach(() => speak('en', 'french'));

describe('texts', () => {
  it('are the English ones without a catalogue, with their values', () => {
    expect(t('Join {name}, {name}!', { name: 'Anna' })).toBe('Join Anna, Anna!');
    expect(t('{a} and {b}', { a: 1 })).toBe('1 and {b}');
    expect(tn('{n} card', '{n} cards', 1)).toBe('1 card');
    expect(tn('{n} card', '{n} cards', 2)).toBe('2 cards');
  });

  it('do not take a value for a text with places of its own', () => {
    expect(t('{name} leads', { name: '{name}' })).toBe('{name} leads');
  });

  it('are German when German is spoken, and so is the page', async () => {
    await speak('de', 'french');
    expect(t('Rules')).toBe('Regeln');
    expect(document.documentElement.lang).toBe('de-AT');
  });
});

describe('names', () => {
  it('follow language and deck', async () => {
    expect([cardName('HQ'), suitName('S'), rankIndex('T')]).toEqual([
      'queen of hearts',
      'spades',
      '10',
    ]);
    await speak('de', 'french');
    expect([cardName('HJ'), rankIndex('J'), rankIndex('Q')]).toEqual(['Herz-Bub', 'B', 'D']);
    await speak('de', 'german');
    expect([cardName('SQ'), suitName('C'), rankIndex('J')]).toEqual(['Laub-Ober', 'Eichel', 'U']);
  });

  it('call trump Atout with German cards', async () => {
    await speak('de', 'german');
    expect(t('Trumpf')).toBe('Atout');
    await speak('de', 'french');
    expect(t('Trumpf')).toBe('Trumpf');
  });
});
