import { m } from '../../messages/compiled/messages.js';
import type { ScanText } from '../scan/scan-text.ts';
import type { Speaker } from './sound.ts';

/** How long a result is news, in milliseconds. */
const shownMs = 3_600_000;

/** The outcome of one scan or action, for the strip. */
export interface Result {
  readonly id: string;
  readonly text: ScanText;
}

const nameless = (text: ScanText): ScanText => (text.isName ? { ...text, what: '' } : text);

/** The results of all rooms: the newest one stands on the strip at the foot of the rooms that have no stage. */
export class Results {
  /** Null once it is old, or its visit is over. */
  latest = $state.raw<Result | null>(null);
  /** What the program answers beside the work, such as that a slip was printed: on the stage until its next result. */
  note = $state.raw<ScanText | null>(null);
  readonly #speaker: Speaker;
  #expiry: ReturnType<typeof setTimeout> | undefined;

  constructor(speaker: Speaker) {
    this.#speaker = speaker;
  }

  /** Puts a result on the strip and plays its sound. A patron's name is not kept there: the next patron reads it. */
  report(result: Result): void {
    const { text } = result;
    this.latest = { ...result, text: nameless(text) };
    this.note = null;
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(() => (this.latest = null), shownMs);
    if (text.sound) this.#speaker.play(text.sound);
  }

  /** Reports the outcome of something that was not a scan; answers its id. */
  reportText(text: ScanText): string {
    const id = crypto.randomUUID();
    this.report({ id, text });
    return id;
  }

  /** Reports something that is no result of the work at hand: it leaves the newest result on the stage. */
  reportNote(text: ScanText): void {
    this.reportText(text);
    this.note = text;
  }

  /** Reports that an action cannot be done now; `why` is a sentence. */
  reportNotNow(why: string): void {
    this.reportNote({
      meaning: 'attention',
      outcome: m.actions_not_now(),
      what: why,
      code: false,
      consequence: '',
      sound: 'attention',
    });
  }

  /** Shows what was found out of a scan afterwards, such as its title. */
  update(id: string, text: ScanText): void {
    if (this.latest?.id === id) this.latest = { ...this.latest, text: nameless(text) };
  }

  clear(): void {
    this.note = null;
    this.latest = null;
  }
}
