/** Short sounds made of noise and sine waves: no files, nothing to load. */

export type Sound = 'card' | 'taken' | 'draw' | 'shuffle' | 'knock' | 'chalk' | 'bell';

class Synth {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;

  /** Play a sound at a volume of 0 to 1, `delay` seconds from now. */
  play(sound: Sound, volume: number, delay = 0): void {
    const context = (this.#context ??= new AudioContext());
    if (context.state === 'suspended') void context.resume();
    const out = context.createGain();
    out.gain.value = volume;
    out.connect(context.destination);
    this.#make(sound, out, context.currentTime + delay);
  }

  #make(sound: Sound, out: AudioNode, at: number): void {
    switch (sound) {
      case 'card':
        this.#rustle(out, at, { length: 0.07, pitch: 2400, q: 0.7, loud: 0.5 });
        this.#thump(out, at + 0.03, { from: 190, to: 90, length: 0.06, loud: 0.35 });
        break;
      case 'taken':
        this.#rustle(out, at, { length: 0.16, pitch: 1500, q: 0.6, loud: 0.65 });
        this.#rustle(out, at + 0.12, { length: 0.08, pitch: 900, q: 0.8, loud: 0.55 });
        break;
      case 'draw':
        this.#rustle(out, at, { length: 0.11, pitch: 3200, q: 0.9, loud: 0.6 });
        break;
      case 'shuffle':
        for (let n = 0; n < 14; n++)
          this.#rustle(out, at + n * 0.045 + (n % 3) * 0.007, {
            length: 0.04, pitch: 2600 + (n % 4) * 300, q: 1.2, loud: 0.6,
          }); // prettier-ignore
        break;
      case 'knock':
        for (const n of [0, 0.16]) {
          this.#thump(out, at + n, { from: 210, to: 110, length: 0.1, loud: 0.8 });
          this.#rustle(out, at + n, { length: 0.03, pitch: 700, q: 1, loud: 0.4 });
        }
        break;
      case 'chalk':
        this.#rustle(out, at, { length: 0.2, pitch: 4200, q: 4, loud: 0.9 });
        this.#rustle(out, at + 0.16, { length: 0.07, pitch: 3500, q: 5, loud: 0.8 });
        break;
      case 'bell':
        for (const [times, loud] of [
          [1, 0.3],
          [2.76, 0.12],
          [5.4, 0.05],
        ] as const)
          this.#thump(out, at, { from: 784 * times, to: 784 * times, length: 0.9 / times, loud });
        break;
    }
  }

  #rustle(
    out: AudioNode,
    at: number,
    { length, pitch, q, loud }: { length: number; pitch: number; q: number; loud: number },
  ): void {
    const context = this.#context!;
    const source = context.createBufferSource();
    source.buffer = this.#noise ??= noise(context);
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    filter.Q.value = q;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loud, at + length * 0.2);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(filter).connect(gain).connect(out);
    source.start(at, 0, length + 0.02);
  }

  #thump(
    out: AudioNode,
    at: number,
    { from, to, length, loud }: { from: number; to: number; length: number; loud: number },
  ): void {
    const context = this.#context!;
    const wave = context.createOscillator();
    wave.frequency.setValueAtTime(from, at);
    wave.frequency.exponentialRampToValueAtTime(to, at + length);
    const gain = context.createGain();
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    wave.connect(gain).connect(out);
    wave.start(at);
    wave.stop(at + length + 0.02);
  }
}

/** A second of white noise. */
function noise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  return buffer;
}

export const synth = new Synth();
