/** How fast cards move. */

import { prefersReducedMotion } from 'svelte/motion';
import { session } from '$lib/session.svelte';

const TEMPO = { off: 0, fast: 0.5, normal: 1 } as const;

/** Factor on all times, 0: no motion. What the system says goes before the person's setting. */
export function tempo(): number {
  return prefersReducedMotion.current ? 0 : TEMPO[session.settings.speed];
}
