/** What a key means at the table. The same letters in both languages, and the German ones too. */

export type KeyAction =
  | { do: 'card'; index: number }
  | { do: 'step'; by: -1 | 1 }
  | { do: 'edge'; to: 'first' | 'last' }
  | { do: 'move'; kind: 'exchange' | 'close' | 'announce' | 'out' | 'draw' }
  | { do: 'cancel' | 'next' | 'help' | 'hint' | 'undo' | 'course' | 'trick' | 'say' | 'mute' };

/** All keys but the digits, which stand for the cards of the hand. */
export const LETTERS: Record<string, KeyAction> = {
  x: { do: 'move', kind: 'exchange' },
  t: { do: 'move', kind: 'exchange' },
  c: { do: 'move', kind: 'close' },
  z: { do: 'move', kind: 'close' },
  a: { do: 'move', kind: 'announce' },
  o: { do: 'move', kind: 'out' },
  g: { do: 'move', kind: 'out' },
  d: { do: 'move', kind: 'draw' },
  n: { do: 'next' },
  h: { do: 'hint' },
  u: { do: 'undo' },
  v: { do: 'course' },
  l: { do: 'trick' },
  s: { do: 'say' },
  m: { do: 'mute' },
  '?': { do: 'help' },
  Escape: { do: 'cancel' },
  ArrowLeft: { do: 'step', by: -1 },
  ArrowRight: { do: 'step', by: 1 },
  Home: { do: 'edge', to: 'first' },
  End: { do: 'edge', to: 'last' },
};

/** The meaning of a key, null if it has none here (or belongs to the browser). */
export function keyAction(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (/^[1-6]$/.test(event.key)) return { do: 'card', index: Number(event.key) - 1 };
  return LETTERS[event.key] ?? LETTERS[event.key.toLowerCase()] ?? null;
}

/** Whether a key pressed there is meant for writing or for a control of its own. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], dialog, [role=menu]') !== null
  );
}
