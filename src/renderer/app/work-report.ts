import type { WindowReason } from '../../contract/quiet.ts';
import { call } from '../api.ts';
import { isDialogOpen } from './keys.ts';
import { openWork } from './open-work.ts';
import type { Shell } from './shell.svelte.ts';

/** How often it is looked whether there is something new to say, in milliseconds. */
const lookEveryMs = 1000;

/** What of this window is in use: what the user would lose with it, and what they are in the middle of. */
export function reasonsOf(shell: Shell): readonly WindowReason[] {
  return [...openWork(shell), ...(isDialogOpen() || shell.overlay !== null ? (['dialog'] as const) : [])];
}

/**
 * Tells main what of this window is in use: when that changes, and when main asks. What is in use is partly in the page
 * itself (a dialog, a half-typed text), so it is looked for and not waited for.
 */
export class WorkReport {
  readonly #shell: Shell;
  #last = '';

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Tells until the function it answers is called. */
  start(): () => void {
    this.answer();
    const timer = setInterval(() => {
      if (JSON.stringify(reasonsOf(this.#shell)) !== this.#last) this.answer();
    }, lookEveryMs);
    return () => clearInterval(timer);
  }

  /** Main wants to know now. */
  answer(): void {
    const reasons = reasonsOf(this.#shell);
    this.#last = JSON.stringify(reasons);
    void call('quiet.report', { reasons: [...reasons], idleMs: this.#shell.idle.idleMs });
  }
}
