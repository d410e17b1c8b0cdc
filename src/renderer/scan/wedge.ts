/**
 * Distinguishes a scanner from a person who types. A keyboard-wedge scanner types a code as one burst, a few milliseconds
 * per key, and ends it with Enter or Tab; no person types that fast for that long. Pure: it gets keys and times, and
 * answers for each key what to do with it.
 */

/**
 * All in milliseconds, except `shortest`. A code is a run of keys without a `pause`: no person types a key and then pulls
 * the trigger faster than that. In a run at a scanner's pace one interval may be as long as a `lull`, because a busy
 * machine can delay keys. Keys less than a `gap` apart are held back from a field until it is clear what they are. The
 * median interval of a scanner is at most `usual`; `shortest` is the least number of keys of a code.
 */
export interface TypingPace {
  readonly pause: number;
  readonly lull: number;
  readonly gap: number;
  readonly usual: number;
  readonly shortest: number;
}

export const usualPace: TypingPace = { pause: 150, lull: 500, gap: 50, usual: 30, shortest: 4 };

/** Milliseconds: an Enter this soon after a printable key comes from a scanner and does not press a button. */
const suffixWithin = 250;

/** The most keys before a long interval that may still be the beginning of a code. */
const longestHead = 4;

export interface Stroke {
  /** As `KeyboardEvent.key`: one character, or a name. */
  readonly key: string;
  /** What the same key types on a US keyboard, where that is known to be different. */
  readonly us?: string;
  /** Milliseconds, from the event (`event.timeStamp`), so that it is right in a busy window too. */
  readonly at: number;
  /** Ctrl, Alt or Meta is down: never part of a code. */
  readonly chord: boolean;
  /**
   * Where the key would go: `field` is a text field; `box` is the scan box while it is empty; `other` is a button, a
   * list or the page.
   */
  readonly into: 'field' | 'box' | 'other';
}

/**
 * What a scanner typed. `also`: other readings of the same keys; main knows how codes look and takes the one that fits.
 * `behind`: the readings of a scan that ended so shortly before that this may be the rest of it, because two scanners
 * typed at the same time.
 */
export interface Burst {
  readonly text: string;
  readonly also: readonly string[];
  readonly behind?: readonly string[];
}

export type WedgeVerdict =
  /** Do nothing. `release`: characters that were held back and are not a scan; insert them first. */
  | { readonly do: 'pass'; readonly release: string }
  /**
   * A key of a possible burst: hold it back from its field. The first key is held back only directly after a scan and
   * in the scan box, where most first keys come from a scanner.
   */
  | { readonly do: 'hold'; readonly release: string }
  /** The end of a scan: swallow this key, and remove from the field what was typed into it. */
  | ({ readonly do: 'scan' } & Burst)
  /** Swallow it: it would press a button, and comes too soon after a typed key to be meant for that. */
  | { readonly do: 'swallow'; readonly release: string };

export class Wedge {
  readonly #pace: TypingPace;
  /** All keys since the last lull, as typed and as on a US keyboard, and the intervals between them. */
  #text = '';
  #us = '';
  #intervals: number[] = [];
  /**
   * The keys before an interval between a `pause` and a `lull`: typed by a person, or the beginning of the code on a busy
   * machine. Only the complete code can tell, so both readings are sent.
   */
  #head = { text: '', us: '' };
  /** The key before this one was the end of a scan. */
  #isAfterScan = false;
  /** The readings of the last scan, and when it ended. */
  #lastScan: { readonly readings: readonly string[]; readonly at: number } = {
    readings: [],
    at: Number.NEGATIVE_INFINITY,
  };
  /** The readings of a scan that ended less than a `gap` before this burst began; else empty. */
  #behind: readonly string[] = [];
  /** Characters of the burst that were held back from the field. */
  #held = '';
  #last = Number.NEGATIVE_INFINITY;

  constructor(pace: TypingPace = usualPace) {
    this.#pace = pace;
  }

  /** When held characters must be released (`expire`) unless another key comes; null if none are held. */
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
      // Too soon after a scan for a person: the keys are those of a second scanner.
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
   * The deadline has passed: answers the held characters, for their field. The code can still go on, because on a busy
   * machine keys can arrive after the deadline.
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

  /** Whether the keys so far may be the beginning of a code that goes on with this key. */
  #breaksOff(interval: number): boolean {
    return this.#us !== '' && this.#us.length <= longestHead && interval <= this.#pace.lull;
  }

  /** Starts a new run with this key, or with none; answers the characters that were held. */
  #begin(key: string, us = key): string {
    this.#text = key;
    this.#us = us;
    this.#head = { text: '', us: '' };
    this.#behind = [];
    this.#intervals = [];
    return this.expire();
  }

  /** The text, and its other readings without doubles: on a US keyboard, and with the keys before it. */
  #burst(): Burst {
    const text = this.#text === '' ? this.#us : this.#text;
    const joined = [this.#head.text + this.#text, this.#head.us + this.#us];
    const also = [...new Set([this.#us, ...joined])].filter((one) => one !== text);
    return { text, also, ...(this.#behind.length > 0 && { behind: this.#behind }) };
  }

  /** Whether the keys since the last pause come from a scanner; directly after a scan also the rest of a code. */
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
    // A scanner that ends its codes with two keys (CR and LF), or two scanners at once.
    if (this.#isAfterScan && soon) return { do: 'swallow', release: '' };
    const press = key === 'Enter' && into === 'other' && soon;
    return { do: press ? 'swallow' : 'pass', release: this.#begin('') };
  }
}

/** The lower of two middle values: one long interval in a short code must not hide a scanner. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.POSITIVE_INFINITY;
}
