/** After an upgrade an open page may want a file that is gone: the new page has its successor. */

const LAST = 'reloaded';
const NOT_WITHIN = 60_000;

/**
 * Load the whole page anew, because a part of it could not be loaded; false if that would not help:
 * the server does not answer, or it was tried just now.
 */
export async function renewed(reload = () => location.reload()): Promise<boolean> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(LAST)) < NOT_WITHIN) return false;
    const { ok } = await fetch('/', { cache: 'no-store' });
    if (!ok) return false;
    sessionStorage.setItem(LAST, String(Date.now()));
  } catch {
    return false; // no network, or no storage to remember that it was tried
  }
  reload();
  return true;
}
