import fs from 'node:fs';
import { now } from '../clock.ts';
import { History } from '../history.ts';

/** What people wanted and were told, and what was killed when: each line is in its file before anything else happens. */
export class Notes extends History {
  readonly #file: number;

  constructor(file: string) {
    super(false);
    this.#file = fs.openSync(file, 'a');
  }

  override note(who: string, what: () => string): void {
    const seconds = (now() / 1000).toFixed(3).padStart(10);
    fs.writeSync(this.#file, `${seconds}  ${new Date().toISOString()}  ${who.padEnd(12)} ${what()}\n`);
  }
}
