/** The keyboard at the table: the same moves, in the same order, as with a finger. */

import { isTyping, keyAction, type KeyAction } from '$lib/table/keys';
import { session } from '$lib/session.svelte';
import type { TablePlay } from '$lib/table/table.svelte';

/** Which windows are open over the table. */
export interface Windows {
  help: boolean;
  course: boolean;
  slate: boolean;
  giveUp: boolean;
  report: boolean;
  trick: boolean;
}

type Walk = Extract<KeyAction, { do: 'step' | 'edge' }>;

const MOVES = { exchange: 'x', close: 'c', out: 'o', draw: 'd' } as const;

/** Do what the key means; leaves alone what belongs to a field, a window or the browser. */
export function handleKey(event: KeyboardEvent, play: TablePlay, windows: Windows): void {
  if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
  const action = keyAction(event);
  const walks = action?.do === 'step';
  if (event.repeat && !walks) {
    // a key that is held is one press: it must not confirm what it has just asked for
    if (event.key === 'Enter') event.preventDefault();
    return;
  }
  if (!action) return;
  if (act(action, play, windows)) event.preventDefault();
}

function act(action: KeyAction, play: TablePlay, windows: Windows): boolean {
  switch (action.do) {
    case 'card': {
      const card = buttons()[action.index];
      card?.focus({ preventScroll: true });
      card?.click();
      return card !== undefined;
    }
    case 'step':
    case 'edge':
      return play.scene?.seat === null ? look(action, play) : walk(action);
    case 'move':
      return move(action.kind, play);
    case 'cancel':
      play.cancel();
      return true;
    case 'next':
      return click('[data-next], [data-rematch]');
    case 'hint':
      play.askHint();
      return true;
    case 'undo':
      play.undo();
      return true;
    case 'help':
      windows.help = true;
      return true;
    case 'course':
      windows.course = true;
      return true;
    case 'trick':
      windows.trick = true;
      return true;
    case 'say':
      return click('[data-say] button');
    case 'mute':
      void session.set({ sound: !session.settings.sound });
      return true;
  }
}

// who watches has no hand to walk through, but moments
function look(action: Walk, play: TablePlay): boolean {
  if (action.do === 'step') play.look(action.by);
  else if (action.to === 'last') play.live();
  else play.look(-play.past.length);
  return true;
}

function buttons(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-zone="hand"] button')];
}

function walk(action: Walk): boolean {
  const all = buttons();
  if (all.length === 0) return false;
  const at = all.indexOf(document.activeElement as HTMLElement);
  let to = action.do === 'edge' && action.to === 'last' ? all.length - 1 : 0;
  if (action.do === 'step') {
    if (at < 0) to = action.by > 0 ? 0 : all.length - 1;
    else to = (at + action.by + all.length) % all.length;
  }
  all[to]?.focus({ preventScroll: true });
  return true;
}

function move(kind: keyof typeof MOVES | 'announce', play: TablePlay): boolean {
  if (kind !== 'announce') return click(`[data-action="${MOVES[kind]}"]`);
  // the trump pair comes first
  const first = play.scene?.actions.find(({ move, enabled }) => enabled && /^m.$/.test(move));
  return first ? click(`[data-action="${first.move}"]`) : false;
}

function click(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.click();
  return found !== null;
}
