/** Short messages at the edge of the page, read out politely. */

export interface Toast {
  id: number;
  text: string;
  kind: 'plain' | 'error';
}

let next = 0;
export const toasts = $state<Toast[]>([]);

/** Ids of the open dialogs, the topmost last: what is said shows there, as all below is inert. */
export const layers = $state<string[]>([]);

/** Show a sentence for a few seconds, longer if it is long. */
export function toast(text: string, kind: Toast['kind'] = 'plain'): void {
  if (!text) return;
  const before = toasts.find((one) => one.text === text && one.kind === kind);
  if (before) dismiss(before.id);
  const id = next++;
  toasts.push({ id, text, kind });
  setTimeout(() => dismiss(id), 3000 + 60 * text.length);
}

export function dismiss(id: number): void {
  const index = toasts.findIndex((one) => one.id === id);
  if (index >= 0) toasts.splice(index, 1);
}
