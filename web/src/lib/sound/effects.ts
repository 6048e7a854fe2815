/** What is heard, and when. The sounds themselves are loaded only when they are switched on. */

import type { Scene, Told } from '$generated/socket';
import { session } from '$lib/session.svelte';
import type { Sound } from './synth';

const OF_EVENT: Partial<Record<Told['kind'], Sound>> = {
  play: 'card',
  trick: 'taken',
  dealt: 'shuffle',
  close: 'knock',
  exchange: 'card',
  draw: 'draw',
  result: 'chalk',
  given_up: 'chalk',
  claimed: 'chalk',
};

class Effects {
  /** Play a sound, if sounds are on. */
  play(sound: Sound, delay = 0): void {
    const { sound: on, volume } = session.settings;
    if (!on || volume <= 0) return;
    void import('./synth').then(
      ({ synth }) => synth.play(sound, volume, delay),
      () => undefined, // then it is silent
    );
  }

  /** The sounds of what happened, one after the other. */
  told(told: readonly Told[], scene: Scene, before: Scene | null): void {
    let delay = 0;
    for (const one of told) {
      const sound = OF_EVENT[one.kind];
      // the own card was heard when it was played
      if (!sound || (one.kind === 'play' && one.seat === scene.seat)) continue;
      this.play(sound, delay);
      delay += one.kind === 'play' ? 0.6 : 0.18;
    }
    const turned = scene.to_move === scene.seat && before?.to_move !== scene.seat;
    if (turned && scene.seat !== null && document.hidden) this.play('bell', delay);
  }
}

export const effects = new Effects();
