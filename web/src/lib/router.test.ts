import { beforeEach, describe, expect, it } from 'vitest';
import { go, listen, matcher, route } from './router.svelte';

describe('patterns', () => {
  const match = matcher('/game/:id/:n');
  it('take what stands in their places', () => {
    expect(match('/game/abc/3')).toEqual({ id: 'abc', n: '3' });
    expect(match('/game/abc/3/')).toEqual({ id: 'abc', n: '3' });
    expect(matcher('/')('/')).toEqual({});
  });
  it('leave other paths alone', () => {
    expect(match('/game/abc')).toBeNull();
    expect(match('/games/abc/3')).toBeNull();
    expect(matcher('/')('/game')).toBeNull();
  });
  it('decode, and do not fall over what cannot be decoded', () => {
    expect(matcher('/player/:name')('/player/Frau%20M%C3%BCller')).toEqual({ name: 'Frau Müller' });
    expect(matcher('/player/:name')('/player/100%')).toEqual({ name: '100%' });
  });
});

describe('links', () => {
  beforeEach(() => {
    go('/');
    document.body.innerHTML = '';
    return listen();
  });

  function click(html: string, keys: MouseEventInit = {}): MouseEvent {
    document.body.innerHTML = html;
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys });
    document.querySelector('[data-it]')!.dispatchEvent(event);
    return event;
  }

  it('stay in the page', () => {
    const event = click('<a href="/lobby?x=1"><b data-it>Lobby</b></a>');
    expect(event.defaultPrevented).toBe(true);
    expect(route.path).toBe('/lobby');
    expect(route.query.get('x')).toBe('1');
  });

  it.each([
    ['<a data-it href="https://example.org/">elsewhere</a>', {}],
    ['<a data-it href="/api/games/1/sgn">a file of the server</a>', {}],
    ['<a data-it href="/lobby" download>a download</a>', {}],
    ['<a data-it href="/lobby" target="_blank">another window</a>', {}],
    ['<a data-it href="/lobby">a new tab</a>', { ctrlKey: true }],
  ])('go their own way: %s', (html, keys) => {
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    click(html, keys);
    expect(route.path).toBe('/');
  });
});
