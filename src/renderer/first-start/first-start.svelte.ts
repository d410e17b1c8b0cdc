import type { FirstStartView } from '../../contract/first-start.ts';
import { call, watch } from '../api.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { ConnectDraft } from '../station/connect-draft.svelte.ts';

/** The steps without a policy, in their order. */
export const steps = ['service', 'place', 'printers'] as const;
export type Step = (typeof steps)[number];

/** The first start of this workstation, as main reports it, and the step that is on the screen. */
export class FirstStartState {
  view = $state.raw<FirstStartView>({ isFirst: false, asksKey: false });
  /** What was typed is still there when the screen was left. The key is not: no state of the page holds it. */
  readonly draft = new ConnectDraft();
  /** It was opened to be filled in: the first field that is empty is to have the focus, once. */
  wantsFocus = $state(false);
  /** Why the practice library, or a printer, could not be taken. */
  failure = $state.raw<Failure | null>(null);
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
    this.wantsFocus = true;
    this.#shell.showSettings('setup');
    const { view } = this.#shell.station;
    const hasKey = view?.mode === 'practice' && view.institution !== null && view.key !== 'none';
    if (hasKey && !this.view.asksKey) void this.#resume();
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

  /** The step that is on the screen stays there until a person goes on, also when it is done by then. */
  stay(): void {
    this.#chosen = this.step;
  }

  /** The next step follows by itself: connected. */
  follow(): void {
    this.#chosen = 'place';
  }

  /** One step back; from the first to the desk, as it is. */
  back(isOnlyStep: boolean): void {
    this.#forgetOutcome();
    if (isOnlyStep || this.step === 'service') this.#shell.toDesk();
    else this.go(-1);
  }

  /** Only what was typed stays: what a check or a connection has shown would lead on from here again. */
  #forgetOutcome(): void {
    this.draft.stop();
    this.draft.forgetOutcome();
  }

  /** To the desk of the practice library; what was typed stays for later. */
  async practise(): Promise<Failure | null> {
    const { station } = this.#shell;
    this.#forgetOutcome();
    this.failure = null;
    if (station.view?.mode !== 'practice') {
      const reply = await call('station.practice', {});
      if (!reply.ok) return (this.failure = reply.failure);
      station.show(reply.value);
    }
    this.#shell.toDesk();
    return null;
  }

  /** Back from the practice library, to the step that was left: the key is here already. */
  async #resume(): Promise<void> {
    const reply = await call('station.institution', {});
    this.failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.#shell.station.show(reply.value);
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
