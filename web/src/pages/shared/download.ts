/** Texts as files, and into the clipboard. */

/** Offer `text` as a file to save. */
export function save(text: string, name: string, type = 'text/plain;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // some browsers read it only after the click has been dealt with
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Copy `text`; whether it worked. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByHand(text);
  }
}

/** The clipboard is closed to pages without https, as in a hall; this way is not. */
function copiedByHand(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hidden';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}
