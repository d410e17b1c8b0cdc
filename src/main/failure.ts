import * as z from 'zod';
import { InvalidArgumentError, isClientError } from '../client/errors.ts';
import type { Failure, Invalid } from '../contract/failure.ts';
import { callFailure } from './commands/call-failure.ts';
import { Failed } from './failed.ts';
import { journalTroubleOf } from './journal/trouble.ts';
import type { Log } from './ports.ts';
import { KeychainProblem } from './station/keychain.ts';

type Issue = z.core.$ZodIssue;

function reasonOf(issue: Issue): Invalid {
  if (issue.code === 'too_big') return 'tooLong';
  if (issue.code === 'too_small') return 'required';
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'required';
  return 'malformed';
}

/** The first field that a schema refused. zod's messages name types and limits, never the value. */
export function invalidInput(error: z.ZodError): Failure {
  const [issue] = error.issues;
  if (!issue) return { kind: 'invalid', field: '', reason: 'malformed', detail: '' };
  const field = issue.path.map(String).join('.');
  return { kind: 'invalid', field, reason: reasonOf(issue), detail: issue.message };
}

/** A connection as it was typed: its fields have reasons of their own. */
function connectionField({ place, field, reason, detail }: InvalidArgumentError): Failure | null {
  if (place !== 'connection') return null;
  const malformed = field === 'key' ? 'notAKey' : 'notAnAddress';
  const reasons: Partial<Record<typeof reason, Invalid>> = { insecure: 'notHttps', empty: 'required' };
  return { kind: 'invalid', field, reason: reasons[reason] ?? malformed, detail };
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/**
 * Everything that a handler can throw, as the one shape a window understands. What nobody foresaw is a fault of
 * ours: it is logged under an id, and the window gets the id.
 */
export function failureOf(error: unknown, log: Pick<Log, 'defect'>): Failure {
  if (error instanceof Failed) return error.failure;
  if (error instanceof InvalidArgumentError) return connectionField(error) ?? callFailure(error);
  if (isClientError(error)) return callFailure(error);
  if (error instanceof KeychainProblem) return { kind: 'locked', why: error.why };
  if (error instanceof z.ZodError) return invalidInput(error);
  const trouble = journalTroubleOf(error);
  if (trouble) return { kind: 'journal', why: trouble };
  if (isAbort(error)) return { kind: 'cancelled' };
  return { kind: 'defect', id: log.defect(error) };
}
