import { m } from '../../messages/compiled/messages.js';
import type { ScanView } from '../../contract/scans.ts';
import { scanText, type ScanText } from '../scan/scan-text.ts';
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

/** The strip at the foot: the last results of all rooms, newest first. */
export class Results {
  list = $state.raw<readonly Result[]>([]);
  readonly #speaker: Speaker;

  constructor(speaker: Speaker) {
    this.#speaker = speaker;
  }

  /** Puts a result into the strip and plays its sound. */
  report(result: Result): void {
    this.list = [result, ...this.list].slice(0, stripLength);
    if (result.text.sound) this.#speaker.play(result.text.sound);
  }

  /** Reports the outcome of something that was not a scan. */
  reportText(text: ScanText): void {
    this.report({ id: crypto.randomUUID(), at: instant(), text });
  }

  /** Reports that an action cannot be done now; `why` is a sentence. */
  reportNotNow(why: string): void {
    this.reportText({
      meaning: 'attention',
      outcome: m.actions_not_now(),
      what: why,
      code: false,
      consequence: '',
      sound: 'attention',
    });
  }

  /** Shows the title of a scan that was found out afterwards. */
  update(scan: ScanView): void {
    this.list = this.list.map((result) =>
      result.id === scan.id ? { ...result, text: scanText(scan) } : result,
    );
  }

  clear(): void {
    this.list = [];
  }
}
