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
export interface TypingPace {
  readonly pause: number;
  readonly lull: number;
  readonly gap: number;
  readonly usual: number;
  readonly shortest: number;
}

export const usualPace: TypingPace = { pause: 150, lull: 500, gap: 50, usual: 30, shortest: 4 };

/** After a printable key, an Enter this soon is a scanner's, not a person's pressing the button in focus. */
const suffixWithin = 250;

/** The most keys before a stutter that may be the beginning of a code. */
const longestHead = 4;

export interface Stroke {
  /** As `KeyboardEvent.key`: one character, or a name. */
  readonly key: string;
  /** What the same key types on a US keyboard, where that is known to be something else. */
  readonly us?: string;
  /** Milliseconds, from the hardware (`event.timeStamp`), so that a busy window measures right. */
  readonly at: number;
  /** Ctrl, Alt or Meta is down: a command, never part of a code. */
  readonly chord: boolean;
  /**
   * Where it would land: `field` is a thing that is typed into; `box` the scan box, while nothing stands in it; `other`
   * a button, a list, the page.
   */
  readonly into: 'field' | 'box' | 'other';
}

/**
 * What a scanner typed, and how else its keys could be read: main, which knows how codes look, takes what fits.
 * `behind`: what was read so shortly before, in each reading, that nobody has pulled a trigger since. Where two scanners
 * ran into each other, this is the rest of one of the two.
 */
export interface Burst {
  readonly text: string;
  readonly also: readonly string[];
  readonly behind?: readonly string[];
}

export type WedgeVerdict =
  /** Leave it alone. `release`: characters held back so far turned out to be typed; put them in first. */
  | { readonly do: 'pass'; readonly release: string }
  /**
   * A key of what may be a burst: keep it from where it would land. Not the first, unless it is at a scan's heels, or
   * for the scan box: there most first keys are a scanner's, and a person's may come a moment later.
   */
  | { readonly do: 'hold'; readonly release: string }
  /** The end of a scan: swallow this key. What landed in the field, its first key at least, is to be taken back. */
  | ({ readonly do: 'scan' } & Burst)
  /** Swallow it: it would press something, and is too near to a typed key for that to be meant. */
  | { readonly do: 'swallow'; readonly release: string };

export class Wedge {
  readonly #pace: TypingPace;
  /** All since the last lull, as it was typed and as a US keyboard has it, and the time from each key to the next. */
  #text = '';
  #us = '';
  #intervals: number[] = [];
  /**
   * What came before, where it broke off for more than a `pause` and less than a `lull`: a key or two of a person's, or
   * the beginning of the code before a busy machine's stutter. Only the code itself can tell.
   */
  #head = { text: '', us: '' };
  /** The last scan ended with the key before this. */
  #isAfterScan = false;
  /** What was read last, and when it ended. */
  #lastScan: { readonly readings: readonly string[]; readonly at: number } = {
    readings: [],
    at: Number.NEGATIVE_INFINITY,
  };
  /** What was read just before this burst began; nothing where that is longer ago than two keys of a scanner are. */
  #behind: readonly string[] = [];
  /** Those of its characters that were kept from the field. */
  #held = '';
  #last = Number.NEGATIVE_INFINITY;

  constructor(pace: TypingPace = usualPace) {
    this.#pace = pace;
  }

  /** When what is held must be let go (`expire`) unless another key comes; null where nothing is held. */
  get deadline(): number | null {
    return this.#held === '' ? null : this.#last + this.#pace.gap;
  }

  /** The last key was the first of what may become a code. */
  get starting(): boolean {
    return this.#us !== '' && this.#intervals.length === 0;
  }

  stroke(stroke: Stroke): WedgeVerdict {
    const { key, at, chord, into } = stroke;
    if (!chord && (key === 'Shift' || key === 'CapsLock' || key === 'AltGraph'))
      return { do: 'pass', release: '' };
    if (!chord && (key === 'Enter' || key === 'Tab')) return this.#suffix(key, at, into);
    this.#isAfterScan = false;
    const dead = key === 'Dead';
    if (chord || !(dead || /^.$/su.test(key))) return { do: 'pass', release: this.#begin('') };
    const typed = dead ? '' : key;
    const us = stroke.us ?? typed;
    const interval = at - this.#last;
    this.#last = at;
    if (this.#us === '' || !this.#goesOn(interval)) {
      const head = this.#breaksOff(interval) ? { text: this.#text, us: this.#us } : { text: '', us: '' };
      const release = this.#begin(typed, us);
      this.#head = head;
      // Nobody's finger is that near to a scan: another scanner goes on that ran into the first.
      if (at - this.#lastScan.at <= this.#pace.gap) this.#behind = this.#lastScan.readings;
      else if (into !== 'box' || dead) return { do: 'pass', release };
      this.#held = typed;
      return { do: 'hold', release };
    }
    this.#text += typed;
    this.#us += us;
    this.#intervals.push(interval);
    if (interval > this.#pace.gap) return { do: 'pass', release: this.expire() };
    this.#held += typed;
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

  /** What came so far may be the beginning of the code that goes on with this key. */
  #breaksOff(interval: number): boolean {
    return this.#us !== '' && this.#us.length <= longestHead && interval <= this.#pace.lull;
  }

  /** Starts anew with a key that lands, or with none; answers what was held until then. */
  #begin(key: string, us = key): string {
    this.#text = key;
    this.#us = us;
    this.#head = { text: '', us: '' };
    this.#behind = [];
    this.#intervals = [];
    return this.expire();
  }

  /** What was read; and, each once, what it would be on a US keyboard, and with what came before it. */
  #burst(): Burst {
    const text = this.#text === '' ? this.#us : this.#text;
    const joined = [this.#head.text + this.#text, this.#head.us + this.#us];
    const also = [...new Set([this.#us, ...joined])].filter((one) => one !== text);
    return { text, also, ...(this.#behind.length > 0 && { behind: this.#behind }) };
  }

  /** What was typed since the last pause is a scanner's: the rest of a code, if it goes on where another one ended. */
  get #isCode(): boolean {
    const { shortest, usual } = this.#pace;
    if (this.#behind.length > 0) return this.#us.length === 1 || median(this.#intervals) <= usual;
    return this.#us.length >= shortest && median(this.#intervals) <= usual;
  }

  #suffix(key: string, at: number, into: Stroke['into']): WedgeVerdict {
    const soon = at - this.#last <= suffixWithin;
    if (soon && this.#isCode) {
      const burst = this.#burst();
      this.#held = '';
      this.#lastScan = { readings: [burst.text, ...burst.also], at };
      this.#begin('');
      this.#isAfterScan = true;
      return { do: 'scan', ...burst };
    }
    // A scanner that ends its codes with two keys (CR and LF), or two that read at once: no key of anybody's.
    if (this.#isAfterScan && soon) return { do: 'swallow', release: '' };
    const press = key === 'Enter' && into === 'other' && soon;
    return { do: press ? 'swallow' : 'pass', release: this.#begin('') };
  }
}

/** The lower of the two middle ones where there are two: one stutter in a short code must not hide a scanner. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.POSITIVE_INFINITY;
}
