import type { Reply } from '../../../contract/define.ts';
import type { Failure, FieldProblem } from '../../../contract/failure.ts';
import { failureText } from '../../failures/failure-text.ts';

/** Milliseconds after which waiting is put into words, with a way to stop. */
const lateAfter = 1000;

/** Failures after which the command may have happened: its intent is not used for another try. */
export const isOutcomeUnclear = (failure: Failure): boolean =>
  failure.kind === 'unknown-outcome' ||
  failure.kind === 'defect' ||
  (failure.kind === 'invalid' && failure.reason === 'alreadySent');

/** The service has said no to what was asked, and says it again until something else is asked. */
const isFinal = (failure: Failure | null): boolean => failure?.kind === 'refused' && failure.status < 500;

/** A field that was not accepted, in words. */
export interface Problem {
  readonly field: string;
  readonly text: string;
}

function problemsIn(failure: Failure | null): readonly Problem[] {
  if (failure?.kind !== 'invalid') return [];
  const all: readonly FieldProblem[] = [failure, ...(failure.others ?? [])];
  return all.map(({ field, reason, detail }) => ({
    field,
    text: failureText({ kind: 'invalid', field, reason, detail }).what,
  }));
}

/** Gets the result after the dialog was closed: the failure, or null for success. */
export type OutcomeListener = (failure: Failure | null) => void;

/** The part of a submission that a dialog shows. */
export interface SubmissionView {
  readonly busy: boolean;
  readonly late: boolean;
  readonly unclear: boolean;
  readonly failure: Failure | null;
  readonly refused: boolean;
  readonly problems: readonly Problem[];
  stop(): void;
  leave(listener: OutcomeListener): void;
  /** Something in the form was changed: what is asked next is something else. */
  changed(): void;
  general(...fields: readonly string[]): Failure | null;
}

/**
 * One command that a dialog sends to main. It has one intent, so that a double click, or a second try after an unclear
 * answer, is the same command to main and never posted twice. Only a failure that certainly changed nothing allows
 * another try, with a new intent.
 */
export class Submission<T> implements SubmissionView {
  busy = $state(false);
  /** Waited for longer than a second. */
  late = $state(false);
  failure = $state.raw<Failure | null>(null);
  /** It is not known whether it happened: this dialog can send nothing more. */
  readonly unclear = $derived(this.failure !== null && isOutcomeUnclear(this.failure));
  /** It was refused, and nothing was changed in the form since: it would be refused again. */
  readonly refused = $derived.by(() => isFinal(this.failure) && this.failure !== this.#changedAfter);
  /** Nothing can be entered: it is on its way, or it is not known whether it happened. */
  readonly locked = $derived(this.busy || this.unclear);
  /** The failure after which something was changed. */
  #changedAfter = $state.raw<Failure | null>(null);
  #intent = crypto.randomUUID();
  #running: AbortController | null = null;
  #listener: OutcomeListener | null = null;
  readonly #problem: (value: T) => Failure | null;

  /** @param problem the failure inside an accepted answer, for a command of several parts */
  constructor(problem: (value: T) => Failure | null = () => null) {
    this.#problem = problem;
  }

  /**
   * Sends once. Returns null where it failed, where it is on its way already, or where the dialog was closed meanwhile:
   * the result then goes to the listener.
   */
  async run(ask: (intent: string, signal: AbortSignal) => Promise<Reply<T>>): Promise<T | null> {
    if (this.busy || this.unclear) return null;
    const running = new AbortController();
    this.#running = running;
    this.busy = true;
    this.failure = null;
    this.#mended = [];
    const timer = setTimeout(() => (this.late = true), lateAfter);
    const reply = await ask(this.#intent, running.signal);
    clearTimeout(timer);
    this.busy = false;
    this.late = false;
    this.#running = null;
    const listener = this.#listener;
    this.#listener = null;
    if (listener) {
      listener(reply.ok ? this.#problem(reply.value) : reply.failure);
      return null;
    }
    if (reply.ok) return reply.value;
    this.failure = reply.failure;
    if (!isOutcomeUnclear(reply.failure)) this.#intent = crypto.randomUUID();
    return null;
  }

  /** Stops waiting. A command that was already sent ends as unclear, and main looks it up. */
  stop(): void {
    this.#running?.abort();
  }

  /**
   * The dialog is closed, by the scan of the next card. A command on its way goes on, and the listener gets its result.
   */
  leave(listener: OutcomeListener): void {
    if (this.busy) this.#listener = listener;
  }

  changed(): void {
    this.#changedAfter = this.failure;
  }

  readonly #said = $derived(problemsIn(this.failure));
  #mended = $state.raw<readonly string[]>([]);

  /** Each field that was not accepted and has not been changed since, in the order of the form, and why. */
  readonly problems = $derived(this.#said.filter(({ field }) => !this.#mended.includes(field)));

  /** These fields have another value than was sent: what was said of them is not known to be true any more. */
  mend(fields: readonly string[]): void {
    this.#mended = fields;
  }

  /** What is wrong with a field, shown below it; `''` where nothing is. */
  error(field: string): string {
    return this.problems.find((problem) => problem.field === field)?.text ?? '';
  }

  /** The failure, where no field of the dialog shows it. */
  general(...fields: readonly string[]): Failure | null {
    const { failure } = this;
    const said = this.#said;
    if (said.length > 0 && said.every(({ field }) => fields.includes(field))) return null;
    return failure;
  }
}
