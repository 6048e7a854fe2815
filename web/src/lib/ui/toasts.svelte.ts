/** Short messages at the edge of the page, read out politely. */

export interface Toast {
  id: number;
  text: string;
  kind: 'plain' | 'error';
}

let next = 0;
export const toasts = $state<Toast[]>([]);

/** Show a sentence for a few seconds, longer if it is long. */
export function toast(text: string, kind: Toast['kind'] = 'plain'): void {
  if (!text) return;
  const id = next++;
  toasts.push({ id, text, kind });
  setTimeout(() => dismiss(id), 3000 + 60 * text.length);
}

export function dismiss(id: number): void {
  const index = toasts.findIndex((one) => one.id === id);
  if (index >= 0) toasts.splice(index, 1);
}
