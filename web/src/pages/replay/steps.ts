/** Moving through a replay: which step a key leads to, and what a bookmark says. */

/** The step within bounds. */
export function within(step: number, count: number): number {
  return Math.min(Math.max(Math.trunc(step) || 0, 0), Math.max(count - 1, 0));
}

/** Where a key leads from `step`; null if it leads nowhere. */
export function stepByKey(key: string, step: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return within(step - 1, count);
    case 'ArrowRight':
      return within(step + 1, count);
    case 'Home':
      return 0;
    case 'End':
      return within(count - 1, count);
    default:
      return null;
  }
}

/** Whether the key press belongs to something that needs it itself. */
export function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, select, textarea, [contenteditable], [role="radiogroup"], dialog') !==
      null
  );
}

/** The step in an address' fragment (`#5`). */
export function stepOfHash(hash: string, count: number): number {
  return /^#\d{1,3}$/.test(hash) ? within(Number(hash.slice(1)), count) : 0;
}
