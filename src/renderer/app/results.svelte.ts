import { m } from '../../messages/compiled/messages.js';
import type { ScanText } from '../scan/scan-text.ts';
import { instant } from '../ui/format.ts';
import type { Speaker } from './sound.ts';

/** How many results the strip at the foot shows. */
const stripLength = 8;

/** The outcome of one scan or action, for the strip at the foot. */
export interface Result {
  readonly id: string;
  readonly at: string;
  readonly text: ScanText;
}

const nameless = (text: ScanText): ScanText => (text.isName ? { ...text, what: '' } : text);

/** The strip at the foot: the last results of all rooms, newest first. */
export class Results {
  list = $state.raw<readonly Result[]>([]);
  /** What the program answers beside the work, such as that a slip was printed: on the stage until its next result. */
  note = $state.raw<ScanText | null>(null);
  readonly #speaker: Speaker;

  constructor(speaker: Speaker) {
    this.#speaker = speaker;
  }

  /** Puts a result into the strip and plays its sound. A patron's name is not kept there: the next patron reads it. */
  report(result: Result): void {
    const { text } = result;
    this.list = [{ ...result, text: nameless(text) }, ...this.list].slice(0, stripLength);
    this.note = null;
    if (text.sound) this.#speaker.play(text.sound);
  }

  /** Reports the outcome of something that was not a scan; answers its id. */
  reportText(text: ScanText): string {
    const id = crypto.randomUUID();
    this.report({ id, at: instant(), text });
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
    this.list = this.list.map((result) => (result.id === id ? { ...result, text: nameless(text) } : result));
  }

  clear(): void {
    this.note = null;
    this.list = [];
  }
}
