/**
 * A small router on the History API: the address is state, links are plain `<a href>`.
 */

export type Params = Readonly<Record<string, string>>;

/** The pattern `/game/:id/:n` as a function from a path to its parameters, or null. */
export function matcher(pattern: string): (path: string) => Params | null {
  const wanted = parts(pattern);
  return (path) => {
    const given = parts(path);
    if (given.length !== wanted.length) return null;
    const params: Record<string, string> = {};
    for (const [index, part] of wanted.entries()) {
      const value = given[index] ?? '';
      if (part.startsWith(':')) params[part.slice(1)] = safelyDecoded(value);
      else if (part !== value) return null;
    }
    return params;
  };
}

function parts(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function safelyDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Route {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  /** Read the address again, after it has changed. */
  refresh(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

export const route = new Route();

/** Go to a page of this client; `replace` leaves no step back to the present one. */
export function go(to: string, { replace = false } = {}): void {
  const url = new URL(to, location.href);
  const same = url.pathname === location.pathname && url.search === location.search;
  history[replace || same ? 'replaceState' : 'pushState'](null, '', url);
  route.refresh();
  if (!same) scrollTo(0, 0);
}

/** Let links and the browser's own buttons go through the router. */
export function listen(): () => void {
  const back = () => route.refresh();
  addEventListener('popstate', back);
  document.addEventListener('click', follow);
  return () => {
    removeEventListener('popstate', back);
    document.removeEventListener('click', follow);
  };
}

function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement)) return;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (/^\/(api|schema|health|metrics)\b/.test(link.pathname)) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.href);
}
