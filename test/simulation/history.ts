import { now } from './clock.ts';

/** What happened in one world, told only where somebody will read it. */
export class History {
  readonly lines: string[] = [];
  readonly #told: boolean;

  constructor(report: boolean) {
    this.#told = report;
  }

  note(who: string, what: () => string): void {
    if (!this.#told) return;
    const seconds = (now() / 1000).toFixed(3).padStart(10);
    this.lines.push(`${seconds}  ${who.padEnd(12)} ${what()}`);
  }
}
