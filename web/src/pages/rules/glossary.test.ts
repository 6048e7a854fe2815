import { expect, it } from 'vitest';
import { speak } from '$lib/i18n.svelte';
import { glossary, withGermanRanks } from './glossary';

it('names the ranks of the deck', async () => {
  const announcing = () => glossary('en').find((term) => term.id === 'announce')?.meaning;
  await speak('en', 'french');
  expect(announcing()).toContain('king and queen');
  await speak('en', 'german');
  expect(announcing()).toContain('king and Ober');
});

it('leaves other words alone', () => {
  expect(withGermanRanks('Damen, jackets; der Bub')).toBe('Damen, jackets; der Unter');
});

it('has every term once, in alphabetical order', () => {
  const words = glossary('en').map((term) => term.word);
  expect(words).toEqual([...words].sort((one, other) => one.localeCompare(other, 'en')));
  expect(new Set(glossary('en').map((term) => term.id)).size).toBe(words.length);
});
