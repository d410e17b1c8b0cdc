import type { Reply } from '../../../contract/define.ts';
import type { Failure, FieldProblem } from '../../../contract/failure.ts';
import { failureText } from '../../failures/failure-text.ts';

/** Milliseconds after which waiting is put into words, with a way to stop. */
const lateAfter = 1000;

/** Failures after which nobody can be sure that nothing happened: the intent stays spent. */
export const isOutcomeUnclear = (failure: Failure): boolean =>
  failure.kind === 'unknown-outcome' ||
  failure.kind === 'defect' ||
  (failure.kind === 'invalid' && failure.reason === 'alreadySent');

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

/** Gets what came of something that nobody waits for any more: null where it was done. */
export type OutcomeListener = (failure: Failure | null) => void;

/** What a dialog shows of what it asked. */
export interface SubmissionView {
  readonly busy: boolean;
  readonly late: boolean;
  readonly unclear: boolean;
  readonly problems: readonly Problem[];
  stop(): void;
  leave(listener: OutcomeListener): void;
  general(...fields: readonly string[]): Failure | null;
}

/**
 * One thing that a dialog asks main to do. Its intent is minted with it, so that a double click, or a second try
 * after an unclear answer, is the same command to main and never posted twice; only a failure that certainly changed
 * nothing frees the dialog for another try, under a new name.
 */
export class Submission<T> implements SubmissionView {
  busy = $state(false);
  /** Waited for longer than a second. */
  late = $state(false);
  failure = $state.raw<Failure | null>(null);
  /** Nobody knows whether it happened: nothing more can be asked from here. */
  readonly unclear = $derived(this.failure !== null && isOutcomeUnclear(this.failure));
  /** Nothing can be entered: it is on its way, or nobody knows whether it happened. */
  readonly locked = $derived(this.busy || this.unclear);
  #intent = crypto.randomUUID();
  #running: AbortController | null = null;
  #listener: OutcomeListener | null = null;
  readonly #problem: (value: T) => Failure | null;

  /** @param problem what went wrong within something that was done, where parts of it can */
  constructor(problem: (value: T) => Failure | null = () => null) {
    this.#problem = problem;
  }

  /**
   * Asks once; null where it failed, where it is on its way already, or where whoever asked has left: nothing is done
   * then with what is not on screen any more.
   */
  async run(ask: (intent: string, signal: AbortSignal) => Promise<Reply<T>>): Promise<T | null> {
    if (this.busy || this.unclear) return null;
    const running = new AbortController();
    this.#running = running;
    this.busy = true;
    this.failure = null;
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

  /** Stops waiting. What was already sent ends as unclear, and main looks it up. */
  stop(): void {
    this.#running?.abort();
  }

  /**
   * The dialog is taken away, by the scan of the next card: what is on its way goes on, and what comes of it is told
   * elsewhere.
   */
  leave(listener: OutcomeListener): void {
    if (this.busy) this.#listener = listener;
  }

  /** Each field that was not accepted, in the order of the form, and why. */
  readonly problems = $derived(problemsIn(this.failure));

  /** What is wrong with a field, to stand below it; `''` where nothing is. */
  error(field: string): string {
    return this.problems.find((problem) => problem.field === field)?.text ?? '';
  }

  /** The failure, where no field of the dialog shows it. */
  general(...fields: readonly string[]): Failure | null {
    const { failure, problems } = this;
    if (problems.length > 0 && problems.every(({ field }) => fields.includes(field))) return null;
    return failure;
  }
}
