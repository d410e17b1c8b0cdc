/**
 * Tells a scanner from a typist. A keyboard-wedge scanner types a code as one burst, a few milliseconds a key, and
 * ends it with Enter or Tab; nobody types that fast for that long. Pure: it is fed keys and times, and says for each
 * what is to be done with it.
 */

/**
 * Milliseconds. A code is all that came without a `pause`: nobody types a key and pulls the trigger faster than that.
 * Once it comes at a scanner's pace it may stutter for up to a `lull`, because what came before a busy machine's
 * stutter must not be lost. Keys nearer than `gap` are kept from a field until it is clear what they are. A scanner's
 * keys are `usual` apart or nearer, in the median; a typist never keeps that up.
 */
export interface Pace {
  readonly pause: number;
  readonly lull: number;
  readonly gap: number;
  readonly usual: number;
  readonly shortest: number;
}

export const usualPace: Pace = { pause: 150, lull: 500, gap: 50, usual: 30, shortest: 4 };

/** After a printable key, an Enter this soon is a scanner's, not a person's pressing the button in focus. */
const notAPress = 250;

export interface Stroke {
  /** As `KeyboardEvent.key`: one character, or a name. */
  readonly key: string;
  /** Milliseconds, from the hardware (`event.timeStamp`), so that a busy window measures right. */
  readonly at: number;
  /** Ctrl, Alt or Meta is down: a command, never part of a code. */
  readonly chord: boolean;
  /**
   * Where it would land: `box` is the scan box, which may show a burst as it comes; `field` another thing that is
   * typed into; `other` a button, a list, the page.
   */
  readonly into: 'box' | 'field' | 'other';
}

export type Verdict =
  /** Leave it alone. `release`: characters held back so far turned out to be typed; put them in first. */
  | { readonly do: 'pass'; readonly release: string }
  /** The second and later keys of what may be a burst: keep it from where it would land. */
  | { readonly do: 'hold'; readonly release: string }
  /** The end of a scan: swallow this key. What landed in the field, its first key at least, is to be taken back. */
  | { readonly do: 'scan'; readonly text: string }
  /** Swallow it: it would press something, and is too near to a typed key for that to be meant. */
  | { readonly do: 'swallow'; readonly release: string };

export class Wedge {
  readonly #pace: Pace;
  /** All since the last lull, and the time from each key to the next. */
  #text = '';
  #intervals: number[] = [];
  /** Those of its characters that were kept from the field. */
  #held = '';
  #last = Number.NEGATIVE_INFINITY;
  /** When the last scan ended. */
  #ended = Number.NEGATIVE_INFINITY;

  constructor(pace: Pace = usualPace) {
    this.#pace = pace;
  }

  /** When what is held must be let go (`expire`) unless another key comes; null where nothing is held. */
  get deadline(): number | null {
    return this.#held === '' ? null : this.#last + this.#pace.gap;
  }

  /** The key just passed was the first of what may become a code. */
  get starting(): boolean {
    return this.#text !== '' && this.#intervals.length === 0;
  }

  stroke(stroke: Stroke): Verdict {
    const { key, at, chord, into } = stroke;
    if (!chord && (key === 'Shift' || key === 'CapsLock' || key === 'AltGraph'))
      return { do: 'pass', release: '' };
    if (!chord && (key === 'Enter' || key === 'Tab')) return this.#suffix(key, at, into);
    if (chord || !/^.$/su.test(key)) return { do: 'pass', release: this.#begin('') };
    const interval = at - this.#last;
    this.#last = at;
    if (this.#text === '' || !this.#goesOn(interval)) return { do: 'pass', release: this.#begin(key) };
    this.#text += key;
    this.#intervals.push(interval);
    if (into === 'box') return { do: 'pass', release: '' };
    if (interval > this.#pace.gap) return { do: 'pass', release: this.expire() };
    this.#held += key;
    return { do: 'hold', release: '' };
  }

  /**
   * The time is up: what was held goes to its field. The code itself stays open, because on a busy machine the clock
   * may run before the keys do.
   */
  expire(): string {
    const release = this.#held;
    this.#held = '';
    return release;
  }

  #goesOn(interval: number): boolean {
    const { pause, lull, usual } = this.#pace;
    return interval <= pause || (interval <= lull && median(this.#intervals) <= usual);
  }

  /** Starts anew with a key that lands, or with none; answers what was held until then. */
  #begin(key: string): string {
    this.#text = key;
    this.#intervals = [];
    return this.expire();
  }

  #suffix(key: string, at: number, into: Stroke['into']): Verdict {
    const soon = at - this.#last <= notAPress;
    if (soon && this.#text.length >= this.#pace.shortest && median(this.#intervals) <= this.#pace.usual) {
      const scan = { do: 'scan', text: this.#text } as const;
      this.#held = '';
      this.#begin('');
      this.#ended = at;
      return scan;
    }
    // A scanner that ends its codes with two keys (CR and LF): the second is no key of anybody's.
    if (this.#text === '' && at - this.#ended <= notAPress)
      return { do: 'swallow', release: this.#begin('') };
    const press = key === 'Enter' && into === 'other' && soon;
    return { do: press ? 'swallow' : 'pass', release: this.#begin('') };
  }
}

/** The lower of the two middle ones where there are two: one stutter in a short code must not hide a scanner. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.POSITIVE_INFINITY;
}
