import { expect, test } from 'vitest';
import { Muted, type Store } from './muted.svelte';

function storage(text: string | null = null): Store & { text: string | null } {
  return {
    text,
    getItem() {
      return this.text;
    },
    setItem(_key, value) {
      this.text = value;
    },
  };
}

test('who is muted stays so when the page is loaded again, and is heard again on demand', () => {
  const store = storage();
  new Muted(() => store).set('Bert', true);
  const again = new Muted(() => store);
  expect([again.has('Bert'), again.has('Anna')]).toEqual([true, false]);
  again.set('Bert', false);
  expect(new Muted(() => store).has('Bert')).toBe(false);
});

test('a forbidden storage and nonsense in it mute nobody and break nothing', () => {
  expect(new Muted(() => storage('{"a":1}')).has('a')).toBe(false);
  expect(new Muted(() => storage('[')).has('a')).toBe(false);
  const forbidden = new Muted(() => {
    throw new Error('forbidden');
  });
  forbidden.set('Bert', true);
  expect(forbidden.has('Bert')).toBe(true);
});
