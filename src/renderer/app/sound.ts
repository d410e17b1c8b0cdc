/** The four sounds, distinct with eyes shut: rising, single, repeated, falling. */
export type Sound = 'done' | 'note' | 'attention' | 'refused';

interface Tone {
  /** Hertz. */
  readonly pitch: number;
  /** Seconds from the start of the sound. */
  readonly at: number;
  readonly length: number;
  readonly wave: OscillatorType;
}

const sounds: Record<Sound, readonly Tone[]> = {
  done: [
    { pitch: 784, at: 0, length: 0.07, wave: 'sine' },
    { pitch: 1175, at: 0.07, length: 0.12, wave: 'sine' },
  ],
  note: [{ pitch: 587, at: 0, length: 0.16, wave: 'sine' }],
  attention: [
    { pitch: 698, at: 0, length: 0.1, wave: 'triangle' },
    { pitch: 698, at: 0.15, length: 0.1, wave: 'triangle' },
    { pitch: 698, at: 0.3, length: 0.1, wave: 'triangle' },
  ],
  refused: [
    { pitch: 220, at: 0, length: 0.14, wave: 'sawtooth' },
    { pitch: 147, at: 0.16, length: 0.3, wave: 'sawtooth' },
  ],
};

/** Plays the sounds, which are synthesised. Without a sound device it plays nothing. */
export class Speaker {
  on = true;
  /** 0 to 1. */
  volume = 0.5;
  #context: AudioContext | null = null;

  /** Opens the sound device before the first scan, because that takes a tenth of a second. */
  prepare(): void {
    try {
      this.#context ??= new AudioContext();
    } catch {
      // There is no sound device.
    }
  }

  play(sound: Sound): void {
    if (this.on) this.test(sound);
  }

  /** Plays even when muted: the settings screen lets each be heard. */
  test(sound: Sound): void {
    this.prepare();
    const context = this.#context;
    if (!context) return;
    if (context.state === 'suspended') void context.resume();
    const start = context.currentTime + 0.005;
    for (const tone of sounds[sound]) {
      const oscillator = new OscillatorNode(context, { type: tone.wave, frequency: tone.pitch });
      const gain = new GainNode(context, { gain: 0 });
      const from = start + tone.at;
      const loud = this.volume * (tone.wave === 'sawtooth' ? 0.3 : 0.6);
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(loud, from + 0.008);
      gain.gain.exponentialRampToValueAtTime(0.0001, from + tone.length);
      oscillator.connect(gain).connect(context.destination);
      oscillator.start(from);
      oscillator.stop(from + tone.length + 0.02);
    }
  }
}
