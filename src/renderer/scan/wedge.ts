import type { Readings } from './physical.ts';

/**
 * Distinguishes a scanner from a person who types. A keyboard-wedge scanner types a code as one burst, a few milliseconds
 * per key, and ends it with Enter or Tab; no person types that fast for that long. Pure: it gets keys and times, and
 * answers for each key what to do with it.
 */

/**
 * All in milliseconds, except `shortest`. A code is a run of keys without a `pause`: no person types a key and then pulls
 * the trigger faster than that. In a run at a scanner's pace one interval may be as long as a `lull`, because a busy
 * machine can delay keys; the one after a code's first key only as long as a `pause`. Keys less than a `gap` apart are
 * held back from a field until it is clear what they are. The median interval of a scanner is at most `usual`; where it is
 * more than `quick`, only one interval may be longer than a `gap`, and none before the end: a word that somebody rolls
 * over the keys has a slower Enter. `shortest` is the least number of keys of a code.
 */
export interface TypingPace {
  readonly pause: number;
  readonly lull: number;
  readonly gap: number;
  readonly usual: number;
  readonly quick: number;
  readonly shortest: number;
}

export const usualPace: TypingPace = { pause: 150, lull: 500, gap: 50, usual: 40, quick: 30, shortest: 4 };

/** Milliseconds: an Enter this soon after a printable key comes from a scanner and does not press a button. */
const suffixWithin = 250;

/** The most keys before a long interval that may still be the beginning of a code. */
const longestHead = 4;

/** The most readings of one scan, its text among them, that main takes. */
const mostReadings = 6;

export interface Stroke {
  /**
   * `text`: types into a code. `control`: Ctrl with a letter or a sign, which is a control character within a code.
   * `end`: Enter or Tab. `modifier`: Shift and its like. `other`: can be no part of a code.
   */
  readonly is: 'text' | 'control' | 'end' | 'modifier' | 'other';
  /** What it is within a code; of `text` and `control`. */
  readonly readings: Readings;
  /** Milliseconds, from the event (`event.timeStamp`), so that it is right in a busy window too. */
  readonly at: number;
  /**
   * Where the key would go: `field` is a text field; `box` is the scan box while it is empty; `other` is a button, a
   * list or the page.
   */
  readonly into: 'field' | 'box' | 'other';
  /** It does more than type, also in a text field: what it does cannot be taken back. */
  readonly acts: boolean;
  /** There it moves the caret and types nothing, but within a code, of which it must not be lost. */
  readonly moves: boolean;
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

/**
 * What becomes of the keys that were held back, before the key itself is dealt with: they are let go to where they went,
 * or dropped because a scanner typed them and did not end the code, whose text this is.
 */
export type Release = 'nothing' | 'let go' | { readonly unfinished: string };

export type WedgeVerdict =
  /** Do nothing. */
  | { readonly do: 'pass'; readonly release: Release }
  /**
   * A key of a possible burst: hold it back. The first key is held back directly after a scan, in the scan box, where
   * most first keys come from a scanner, and where it would act.
   */
  | { readonly do: 'hold'; readonly release: Release }
  /** The end of a scan: swallow this key, drop what is held, and remove from the field what was typed into it. */
  | ({ readonly do: 'scan' } & Burst)
  /** Swallow it: it would press a button, and comes too soon after a typed key to be meant for that. */
  | { readonly do: 'swallow'; readonly release: Release };

const nothing: Readings = ['', '', '', ''];

export class Wedge {
  readonly #pace: TypingPace;
  /** All keys since the last lull, in each reading, and the intervals between them. */
  #run = nothing;
  #intervals: number[] = [];
  /**
   * The keys before an interval between a `pause` and a `lull`: typed by a person, or the beginning of the code on a busy
   * machine. Only the complete code can tell, so both readings are sent.
   */
  #head = nothing;
  /** The run is one chord so far: what follows slower than a scanner's key is not of it. */
  #isChord = false;
  /** The key before this one was the end of a scan. */
  #isAfterScan = false;
  /** The readings of the last scan, and when it ended. */
  #lastScan: { readonly readings: readonly string[]; readonly at: number } = {
    readings: [],
    at: Number.NEGATIVE_INFINITY,
  };
  /** The readings of a scan that ended less than a `gap` before this burst began; else empty. */
  #behind: readonly string[] = [];
  /** Keys are held back; `acts`: one of them at least would do more than type into a field. */
  #held: 'none' | 'types' | 'acts' = 'none';
  /** When the last key of a run came, and the last key of any sort. */
  #last = Number.NEGATIVE_INFINITY;
  #touched = Number.NEGATIVE_INFINITY;
  /** The longest interval since the last key of a run: a scanner presses Shift at its pace too, a person only with the letter. */
  #step = 0;

  constructor(pace: TypingPace = usualPace) {
    this.#pace = pace;
  }

  /** When held keys must be released (`expire`) unless another key comes; null if none are held. */
  get deadline(): number | null {
    if (this.#held === 'none') return null;
    const { gap, lull, pause } = this.#pace;
    return this.#touched + (this.#held === 'types' ? gap : this.#isFast ? lull : pause);
  }

  /** The last key was the first of what may become a code. */
  get starting(): boolean {
    return this.#run !== nothing && this.#intervals.length === 0;
  }

  /** Three keys at least came at a scanner's pace. */
  get isBurst(): boolean {
    return this.#intervals.length > 1 && this.#isFast;
  }

  stroke(stroke: Stroke): WedgeVerdict {
    this.#step = Math.max(this.#step, stroke.at - this.#touched);
    this.#touched = stroke.at;
    if (stroke.is === 'modifier') return { do: 'pass', release: 'nothing' };
    const step = this.#step;
    this.#step = 0;
    if (stroke.is === 'end') return this.#end(stroke, step);
    if (stroke.is === 'control') return this.#control(stroke, step);
    this.#isAfterScan = false;
    if (stroke.is === 'other') return { do: 'pass', release: this.#begin(nothing) };
    return this.#goesOn(step) ? this.#goOn(stroke, step) : this.#start(stroke, step);
  }

  /**
   * The deadline has passed. The code can still go on, because on a busy machine keys can arrive after the deadline; not
   * where it is given up.
   */
  expire(): Release {
    const release = this.#release();
    if (typeof release === 'object') this.#begin(nothing);
    return release;
  }

  #release(): Release {
    const held = this.#held;
    this.#held = 'none';
    if (held === 'acts' && this.#isLong && this.#isFast) return { unfinished: this.#run[0] ?? '' };
    return held === 'none' ? 'nothing' : 'let go';
  }

  get #isFast(): boolean {
    return median(this.#intervals) <= this.#pace.usual;
  }

  get #isLong(): boolean {
    return this.#intervals.length + 1 >= this.#pace.shortest;
  }

  #goesOn(interval: number): boolean {
    const { pause, lull, gap } = this.#pace;
    if (this.#run === nothing) return false;
    return interval <= (this.#isChord ? gap : pause) || (interval <= lull && this.#isFast);
  }

  /** Whether the keys so far may be the beginning of a code that goes on with this key. */
  #breaksOff(interval: number): boolean {
    if (this.#run === nothing || this.#isChord) return false;
    return this.#intervals.length < longestHead && interval <= this.#pace.lull;
  }

  /** Starts a new run with this key, or with none; answers what becomes of the keys that were held. */
  #begin(readings: Readings): Release {
    const release = this.#release();
    this.#run = readings;
    this.#head = nothing;
    this.#isChord = false;
    this.#behind = [];
    this.#intervals = [];
    return release;
  }

  #start({ readings, at, into, acts }: Stroke, interval: number): WedgeVerdict {
    const followsChord = this.#isChord && interval <= this.#pace.pause;
    const head = this.#breaksOff(interval) ? this.#run : nothing;
    const release = this.#begin(readings);
    this.#head = head;
    this.#last = at;
    // Too soon after a scan for a person: the keys are those of a second scanner.
    const isBehind = at - this.#lastScan.at <= this.#pace.gap;
    if (isBehind) this.#behind = this.#lastScan.readings;
    if (acts || into === 'other') this.#held = 'acts';
    // What a held chord opens gets the focus a moment later than it would have.
    else if (isBehind || into === 'box' || followsChord) this.#held = 'types';
    return { do: this.#held === 'none' ? 'pass' : 'hold', release };
  }

  #goOn({ readings, at, into, acts, moves }: Stroke, interval: number): WedgeVerdict {
    const { gap } = this.#pace;
    this.#run = joined(this.#run, readings);
    this.#isChord = false;
    this.#intervals.push(interval);
    this.#last = at;
    const doesAct = acts || into === 'other' || this.#held === 'acts' || (moves && interval <= gap);
    const isUndecided = this.#intervals.length < 2 || this.#isFast;
    if (interval > this.#pace.gap && !(doesAct && isUndecided))
      return { do: 'pass', release: this.#release() };
    this.#held = doesAct ? 'acts' : 'types';
    return { do: 'hold', release: 'nothing' };
  }

  #control(stroke: Stroke, step: number): WedgeVerdict {
    const { gap, lull } = this.#pace;
    const ends = stroke.readings.some((reading) => /[\t\n\r]/.test(reading));
    if (ends && this.#isScan(step)) return this.#end(stroke, step);
    // More of the end, such as ETX after CR.
    if (this.#isAfterScan && step <= gap) return { do: 'swallow', release: 'nothing' };
    this.#isAfterScan = false;
    const isCode = this.#isLong && this.#isFast && stroke.acts && step <= lull;
    if (this.#run !== nothing && (step <= gap || isCode)) return this.#goOn({ ...stroke, acts: true }, step);
    if (!stroke.acts) return { do: 'pass', release: this.#begin(nothing) };
    const verdict = this.#start(stroke, step);
    this.#isChord = true;
    return verdict;
  }

  /** The text, and its other readings without doubles: of other keyboards and locks, and with the keys before it. */
  #burst(): Burst {
    const [text = '', us = '', usByShift = '', textByShift = ''] = this.#run;
    const [, headUs = '', headUsByShift = '', headTextByShift = ''] = this.#head;
    const readings = [
      ...[text, usByShift, textByShift, headUsByShift + usByShift, headTextByShift + textByShift, us],
      ...[headUs + us, (this.#head[0] ?? '') + text],
    ];
    const also = [...new Set(readings)].slice(1, mostReadings);
    return { text, also, ...(this.#behind.length > 0 && { behind: this.#behind }) };
  }

  /**
   * Whether the keys since the last pause come from a scanner that ends them now, so long after the last one; directly
   * after a scan also the rest of a code.
   */
  #isScan(step: number): boolean {
    if (step > suffixWithin || this.#run === nothing) return false;
    const { quick, gap } = this.#pace;
    if (this.#behind.length > 0) return this.#intervals.length === 0 || this.#isFast;
    if (!this.#isLong || !this.#isFast) return false;
    if (median(this.#intervals) <= quick) return true;
    return step <= gap && this.#intervals.filter((interval) => interval > gap).length <= 1;
  }

  #end({ is, at, into, acts }: Stroke, step: number): WedgeVerdict {
    const soon = at - this.#last <= suffixWithin;
    if (this.#isScan(step)) {
      const burst = this.#burst();
      this.#held = 'none';
      this.#lastScan = { readings: [burst.text, ...burst.also], at };
      this.#begin(nothing);
      this.#isAfterScan = true;
      return { do: 'scan', ...burst };
    }
    // A scanner that ends its codes with two keys (CR and LF), or two scanners at once.
    if (this.#isAfterScan && at - this.#lastScan.at <= suffixWithin)
      return { do: 'swallow', release: 'nothing' };
    // Too short for a code, and typed by no hand.
    const isBurst = Math.max(step, ...this.#intervals) <= this.#pace.usual && !this.#isChord;
    if (this.#held === 'acts' && (isBurst || (this.#isLong && this.#isFast))) {
      const unfinished = this.#run[0] ?? '';
      this.#begin(nothing);
      return { do: 'swallow', release: { unfinished } };
    }
    const press = is === 'end' && acts && into === 'other' && soon && !this.#isChord;
    return { do: press ? 'swallow' : 'pass', release: this.#begin(nothing) };
  }
}

const joined = (readings: Readings, others: Readings): Readings =>
  readings.map((reading, index) => reading + (others[index] ?? ''));

/** The lower of two middle values: one long interval in a short code must not hide a scanner. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.POSITIVE_INFINITY;
}
