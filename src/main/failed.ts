import type { Failure } from '../contract/failure.ts';

/** A failure on its way to the window: the one error that tasks and handlers throw on purpose. */
export class Failed extends Error {
  override readonly name = 'Failed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

type Invalid = Extract<Failure, { kind: 'invalid' }>;

/** A field that cannot be accepted, and why. */
export const invalid = (field: string, reason: Invalid['reason'], detail = ''): Failed =>
  new Failed({ kind: 'invalid', field, reason, detail });
