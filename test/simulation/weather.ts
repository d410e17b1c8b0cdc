import { chanceOf, type Chance } from './chance.ts';

/**
 * The one assumption of the promise: a request that was lost to us comes to its effect within this time after it left,
 * or never.
 */
export const latestEffectMs = 110_000;

/** What becomes of one request. */
export interface Fate {
  readonly name: string;
  /** When the library gets it, after it left; null: never. */
  readonly effectMs: number | null;
  /** When the caller hears of it, after it left; null: never. */
  readonly answerMs: number | null;
  readonly answer:
    | 'real'
    | 'refused'
    | 'reset'
    | 'cut'
    | 'short'
    | 'halfClosed'
    | 'length'
    | 'stalled'
    | 'daily'
    | 'html'
    | 'gateway'
    | 'fault'
    | 'throttled'
    | 'timeout408'
    | Sparing;
}

/** Ways of a service to say of what it has done less than others: nothing, or an amount that is none. */
const sparing = ['bare', 'odd'] as const;
type Sparing = (typeof sparing)[number];

/** A time in which one thing happens to every request. */
interface Spell {
  readonly from: number;
  readonly to: number;
  readonly kind: Kind;
}

const kinds = [
  'refused',
  'resetBefore',
  'resetAfter',
  'resetLate',
  'silent',
  'slow',
  'cut',
  'short',
  'html',
  'gateway',
  'fault',
  'throttled',
  'timeout408',
] as const;
/** Those that came later: the worlds before them have their own weather still. */
const laterKinds = ['halfClosed', 'length', 'stalled', 'daily'] as const;
type Kind = (typeof kinds)[number] | (typeof laterKinds)[number];

/** How often what goes wrong, in one world. Each world has a few kinds of its own, so that they meet in many ways. */
export class Weather {
  readonly #rate: number;
  readonly #kinds: readonly Kind[];
  readonly #spells: readonly Spell[];
  readonly #latest: number;
  /** How often a command that was done is answered sparingly. */
  readonly #sparing: number;
  /** How many requests were struck. */
  faults = 0;
  /** From now on nothing goes wrong any more. */
  fair = false;

  /**
   * `late`: some effects come later than any assumption. `more` deals out what came later: other ways to fail, and
   * storms of refusals, one after the other for minutes.
   */
  constructor(chance: Chance, lengthMs: number, late: boolean, more: Chance | null) {
    this.#latest = late ? 900_000 : latestEffectMs;
    this.#rate = chance.pick([0.02, 0.05, 0.1, 0.2, 0.35]);
    this.#kinds = [
      ...kinds.filter(() => chance.happens(0.4)),
      ...laterKinds.filter(() => more?.happens(0.3) === true),
    ];
    const storms = Array.from({ length: more?.below(3) ?? 0 }, (): Spell => {
      const from = more?.between(0, lengthMs) ?? 0;
      const kind = more?.pick(['throttled', 'throttled', 'daily', 'stalled'] as const) ?? 'throttled';
      return { from, to: from + (more?.between(20_000, 400_000) ?? 0), kind };
    });
    const spells = Array.from({ length: chance.below(4) }, () => {
      const from = chance.between(0, lengthMs);
      return { from, to: from + chance.between(1000, 180_000), kind: chance.pick(kinds) };
    });
    this.#spells = [...spells, ...storms];
    this.#sparing = more?.pick([0, 0, 0.05, 0.3]) ?? 0;
  }

  /** What becomes of a request that leaves now, of a command or a read. */
  fate(chance: Chance, now: number, isCommand: boolean): Fate {
    const way = 5 + chance.next() * 60;
    const back = way + 5 + chance.next() * 60;
    const fine: Fate = { name: 'fine', effectMs: way, answerMs: back, answer: 'real' };
    if (this.fair) return fine;
    const spell = this.#spells.find(({ from, to }) => now >= from && now < to);
    const struck = chance.happens(this.#rate) && this.#kinds.length > 0;
    const kind = spell?.kind ?? (struck ? chance.pick(this.#kinds) : null);
    if (kind === null) return isCommand ? this.#sparingly(fine) : fine;
    this.faults += 1;
    return { name: kind, ...this.#struck(kind, chance, way, back) };
  }

  /** Dealt out apart: what becomes of the requests after it is the same either way. */
  #sparingly(fine: Fate): Fate {
    const chance = chanceOf('sparing', fine.answerMs ?? 0);
    if (!chance.happens(this.#sparing)) return fine;
    this.faults += 1;
    const answer = chance.pick(sparing);
    return { ...fine, name: answer, answer };
  }

  #struck(kind: Kind, chance: Chance, way: number, back: number): Omit<Fate, 'name'> {
    /** Now, later than any answer, or not at all. */
    const some = (): number | null => chance.pick([way, way, this.#late(chance), this.#late(chance), null]);
    switch (kind) {
      case 'refused':
        return { effectMs: null, answerMs: way, answer: 'refused' };
      case 'resetBefore':
        return { effectMs: null, answerMs: way, answer: 'reset' };
      case 'resetAfter':
        return { effectMs: way, answerMs: back, answer: 'reset' };
      case 'resetLate':
        return { effectMs: this.#late(chance), answerMs: way, answer: 'reset' };
      case 'silent':
        return { effectMs: some(), answerMs: null, answer: 'real' };
      case 'slow': {
        const effectMs = chance.happens(0.5) ? way : this.#late(chance);
        return { effectMs, answerMs: effectMs + chance.between(200, 600_000), answer: 'real' };
      }
      case 'cut':
      case 'short':
      case 'length':
      case 'stalled':
        return { effectMs: way, answerMs: back, answer: kind };
      case 'html':
      case 'gateway':
      case 'fault':
      case 'timeout408':
        return { effectMs: some(), answerMs: chance.happens(0.7) ? back : 30_000, answer: kind };
      case 'halfClosed':
        return { effectMs: some(), answerMs: back, answer: kind };
      case 'throttled':
      case 'daily':
        return { effectMs: null, answerMs: way, answer: kind };
    }
  }

  #late(chance: Chance): number {
    return chance.happens(0.5) ? chance.between(100, 20_000) : chance.between(20_000, this.#latest);
  }
}
