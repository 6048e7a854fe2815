import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TablePlay } from '$lib/table/table.svelte';
import { handleKey, type Windows } from './keyboard';

const play = { scene: { seat: 0 }, hints: 0, askHint: () => play.hints++ };
const windows = {} as Windows;

function press(key: string, repeat = false): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, repeat, cancelable: true });
  handleKey(event, play as unknown as TablePlay, windows);
  return event;
}

beforeEach(() => {
  play.hints = 0;
  document.body.innerHTML = '<div data-zone="hand"><button>A</button><button>B</button></div>';
});

describe('a key that is held', () => {
  it('is one press', () => {
    press('h');
    press('h', true);
    expect(play.hints).toBe(1);
    const clicked = vi.fn();
    document.body.insertAdjacentHTML('beforeend', '<button data-action="o">Go out</button>');
    document.querySelector('[data-action]')!.addEventListener('click', clicked);
    press('o');
    press('o', true);
    expect(clicked).toHaveBeenCalledOnce();
  });

  it('does not press a button again', () => {
    expect(press('Enter').defaultPrevented).toBe(false);
    expect(press('Enter', true).defaultPrevented).toBe(true);
  });

  it('walks on through the hand', () => {
    press('ArrowRight');
    expect(document.activeElement?.textContent).toBe('A');
    press('ArrowRight', true);
    expect(document.activeElement?.textContent).toBe('B');
  });
});
