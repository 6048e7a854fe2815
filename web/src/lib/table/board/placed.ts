/** Puts a card's picture where it belongs, and moves it there (Web Animations). */

import type { Pose } from './layout';
import type { Sprite } from './sprites';

export interface Placed {
  sprite: Sprite;
  /** Factor on times; 0: cards are simply there, with a short fade. */
  tempo: number;
}

const FADE = 80;
const EASE = 'cubic-bezier(0.2, 0.7, 0.3, 1)';

/** The CSS for it. */
export function transform({ x, y, rot, scale }: Pose): string {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${rot.toFixed(1)}deg) scale(${scale})`;
}

function turned(up: boolean): string {
  // without perspective(): WebKitGTK does not draw what is turned within it
  return `rotateY(${up ? 0 : 180}deg)`;
}

/** An action: the node is the card, its first child is what turns over. */
export function placed(node: HTMLElement, first: Placed) {
  const inner = node.firstElementChild as HTMLElement;
  let now = '';
  let up = first.sprite.up;

  const put = ({ sprite, tempo }: Placed, from: string | null, fromUp: boolean) => {
    const to = transform(sprite.pose);
    const raised = Number(node.style.zIndex || 0);
    const timing = { duration: sprite.ms * tempo, delay: sprite.delay * tempo, easing: EASE };
    for (const flight of node.getAnimations()) flight.cancel();
    node.style.transform = to;
    inner.style.transform = turned(sprite.up);
    const moves = from !== null && from !== to;
    if (tempo === 0 || sprite.ms === 0 || !moves) {
      node.style.zIndex = String(sprite.z);
      if (moves && sprite.ms > 0) node.animate([{ opacity: 0.3 }, { opacity: 1 }], FADE);
    } else {
      node.style.zIndex = String(Math.max(raised, sprite.z));
      const flight = node.animate([{ transform: from }, { transform: to }], {
        ...timing,
        fill: 'backwards',
      });
      flight.onfinish = () => {
        if (now === to) node.style.zIndex = String(sprite.z);
      };
    }
    if (fromUp !== sprite.up && tempo > 0)
      inner.animate([{ transform: turned(fromUp) }, { transform: turned(sprite.up) }], {
        ...timing,
        fill: 'backwards',
      });
    now = to;
    up = sprite.up;
  };

  const { from } = first.sprite;
  put(first, from ? transform(from) : null, from ? from.up : first.sprite.up);

  return {
    update(next: Placed) {
      const to = transform(next.sprite.pose);
      if (to === now && up === next.sprite.up) {
        node.style.zIndex = String(next.sprite.z);
        return;
      }
      // from wherever it just is, also in the middle of a flight
      put(next, to === now ? null : getComputedStyle(node).transform, up);
    },
  };
}
