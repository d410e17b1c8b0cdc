import type { Failure } from '../../contract/failure.ts';
import { failureOf } from '../failure.ts';
import type { Log } from '../ports.ts';
import { asFailed } from './call-failure.ts';

/** Whatever was thrown, as a failure: for what goes on in main without a window waiting for an answer. */
export const failureIn = (error: unknown, log: Log): Failure => failureOf(asFailed(error), log);
