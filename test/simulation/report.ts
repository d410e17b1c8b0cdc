import type { PartReport } from './part.ts';

/** What a whole run came to. */
export class Report {
  commands = 0;
  readonly failed: string[] = [];
  cpuMs = 0;
  #struck = 0;
  #crashes = 0;
  #late = 0;
  readonly #wrongs = new Map<string, number>();
  readonly #isLate: boolean;

  constructor(late: boolean) {
    this.#isLate = late;
  }

  /** Takes in one world; answers what is to be said of it, where something is. */
  add({ seed, commands, struck, crashes, late, faults, history, steps, cpuMs }: PartReport): string | null {
    this.commands += commands;
    this.cpuMs += cpuMs;
    this.#struck += struck;
    this.#crashes += crashes;
    this.#late += late;
    for (const { wrong } of faults) this.#wrongs.set(wrong, (this.#wrongs.get(wrong) ?? 0) + 1);
    if (faults.length === 0) return history.length > 0 ? history.join('\n') : null;
    this.failed.push(seed);
    return [
      `\nFAILED: --world ${seed}${this.#isLate ? ' --late' : ''}  (after ${this.commands} commands)`,
      ...faults.map(({ wrong, what }) => `  ${wrong}: ${what}`),
      ...(steps === undefined ? [] : [`  the shortest history that shows the first, of ${steps} steps:`]),
      ...history.map((line) => `    ${line}`),
    ].join('\n');
  }

  /** The last line of a run. */
  get sum(): string {
    const count = (wrong: string): number => this.#wrongs.get(wrong) ?? 0;
    const defects = count('defect') > 0 ? `, ${count('defect')} defects` : '';
    const late = this.#isLate ? `, ${this.#late} late, ${count('untold')} untold` : '';
    return (
      `${this.commands} commands, ${this.#struck} faults, ${this.#crashes} crashes: ` +
      `${count('lost')} lost, ${count('doubled')} doubled, ${count('elsewhere')} at another library, ` +
      `${count('toldWrongly')} told wrongly${late}${defects}`
    );
  }
}
