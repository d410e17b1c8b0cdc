import type { FirstStartView } from '../../contract/first-start.ts';
import { call, watch } from '../api.ts';
import type { Shell } from '../app/shell.svelte.ts';

/** The steps without a policy, in their order. */
export const steps = ['service', 'place', 'printers'] as const;
export type Step = (typeof steps)[number];

/** The first start of this workstation, as main reports it, and the step that is on the screen. */
export class FirstStartState {
  view = $state.raw<FirstStartView>({ isFirst: false, asksKey: false });
  readonly #shell: Shell;
  /** The step that the user went back, or on, to; null for the first that is not done. */
  #chosen = $state<Step | null>(null);
  #isOpened = false;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Follows main until the function it answers is called. */
  start(): () => void {
    return watch('firstStart.watch', (view) => {
      this.view = view;
      // Once: whoever leaves it works at the practice library meanwhile.
      if (view.asksKey && !this.#isOpened) this.open();
    });
  }

  open(): void {
    this.#isOpened = true;
    this.#chosen = null;
    this.#shell.showSettings('setup');
  }

  /** The first step that is not done: what was done before stays done when it is taken up again. */
  get step(): Step {
    if (this.#chosen) return this.#chosen;
    const station = this.#shell.station.view;
    if (station?.mode !== 'institution') return 'service';
    return station.library === null ? 'place' : 'printers';
  }

  /** Whether the step is done, so that the next can be opened. */
  get isDone(): boolean {
    const station = this.#shell.station.view;
    if (this.step === 'service') return station?.mode === 'institution';
    return this.step !== 'place' || (station?.library ?? null) !== null;
  }

  go(by: 1 | -1): void {
    const to = steps[steps.indexOf(this.step) + by];
    if (to) this.#chosen = to;
    else void this.leave();
  }

  /** The next step follows by itself. */
  follow(): void {
    this.#chosen = null;
  }

  /** To the desk; it can be taken up again in Settings. */
  async leave(): Promise<void> {
    this.#chosen = null;
    this.#shell.toDesk();
    if (this.view.isFirst) await this.putAside();
  }

  async putAside(): Promise<void> {
    const reply = await call('firstStart.putAside', {});
    if (reply.ok) this.view = reply.value;
  }
}
