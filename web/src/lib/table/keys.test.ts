import { describe, expect, it } from 'vitest';
import { isTyping, keyAction, LETTERS } from './keys';
import help from './parts/Help.svelte?raw';

const key = (name: string, held: Partial<KeyboardEvent> = {}) =>
  keyAction({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe('keys', () => {
  it('1 to 6 are the cards from left to right', () => {
    expect(key('1')).toEqual({ do: 'card', index: 0 });
    expect(key('6')).toEqual({ do: 'card', index: 5 });
    expect(key('7')).toBeNull();
    expect(key('0')).toBeNull();
  });

  it('know the letters of both languages, large and small', () => {
    expect(key('c')).toEqual({ do: 'move', kind: 'close' });
    expect(key('Z')).toEqual({ do: 'move', kind: 'close' });
    expect(key('X')).toEqual({ do: 'move', kind: 'exchange' });
    expect(key('g')).toEqual({ do: 'move', kind: 'out' });
  });

  it('walk and cancel', () => {
    expect(key('ArrowLeft')).toEqual({ do: 'step', by: -1 });
    expect(key('Escape')).toEqual({ do: 'cancel' });
  });

  it('leave the browser its own', () => {
    expect(key('c', { ctrlKey: true })).toBeNull();
    expect(key('ArrowLeft', { altKey: true })).toBeNull();
    expect(key('Tab')).toBeNull();
    expect(key('Enter')).toBeNull();
  });

  it('are not for the table while somebody writes or a menu is open', () => {
    document.body.innerHTML =
      '<input id="a"><div role="menu"><button id="b"></button></div><button id="c"></button>';
    const target = (id: string) => document.getElementById(id);
    expect(isTyping(target('a'))).toBe(true);
    expect(isTyping(target('b'))).toBe(true);
    expect(isTyping(target('c'))).toBe(false);
  });
});

describe('the help', () => {
  const shown: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' };
  const keys = Object.keys(LETTERS).filter((name) => name !== 'Home' && name !== 'End');

  it.each(keys)('tells what %s does', (name) => {
    const listed = [...help.matchAll(/\['([^']+)', t\(/g)].flatMap(([, all]) =>
      all!.split(/[ ·]+/),
    );
    expect(listed).toContain(shown[name] ?? name.toUpperCase());
  });
});
