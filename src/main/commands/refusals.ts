import { RefusedError } from '../../client/errors.ts';
import type { Failure } from '../../contract/failure.ts';
import { codes } from '../../service/codes.ts';

const absences: ReadonlySet<string> = new Set([
  codes.userNotFound,
  codes.userOfTypeNotFound,
  codes.feeNotFound,
  codes.depositNotFound,
  codes.attachmentNotFound,
  codes.loanNotFound,
  codes.requestNotFound,
  codes.nothingFound,
  codes.purchaseNotFound,
  codes.noItemForBarcode,
  codes.polNotFound,
]);

/**
 * Whether a read was refused because the record does not exist. Services say so with 404 or, more often, 400, and
 * always with a code. A 404 without a code comes from a gateway that does not reach the service.
 */
export const isAbsent = (error: unknown): error is RefusedError =>
  isRefusedForGood(error) && (error.status === 404 || absences.has(error.code));

/**
 * Whether the service itself refused, with its own code, so that a repeated call gets the same answer. An error inside
 * the service is no such refusal.
 */
export const isRefusedForGood = (error: unknown): error is RefusedError =>
  error instanceof RefusedError && isForGood(error);

const isForGood = ({ status, code }: { readonly status: number; readonly code: string }): boolean =>
  status < 500 && code !== '' && code !== codes.generalError;

/**
 * Whether a failure decides what was asked: the service itself refused, or what was asked cannot be. Any other failure,
 * such as a service that is away, says nothing about it, and later there may be another answer.
 */
export function decides(failure: Failure): boolean {
  if (failure.kind === 'refused') return isForGood(failure);
  return failure.kind === 'invalid' && failure.reason !== 'moved';
}

/** Whether the service does not offer this operation. That is an answer and not a temporary failure. */
export const isNotOffered = (error: unknown): boolean => error instanceof RefusedError && error.status < 500;

/** The record, or null if the service says that it does not exist. */
export const orAbsent = <T>(read: Promise<T>): Promise<T | null> => orNull(read, isAbsent);

/** The result of a read, or null if the service itself refuses it: it has no such list, or does not show it here. */
export const orRefused = <T>(read: Promise<T>): Promise<T | null> => orNull(read, isRefusedForGood);

/** The result of a read, or null if the service refuses it in any way. Null means that nothing is known. */
export const orNotOffered = <T>(read: Promise<T>): Promise<T | null> => orNull(read, isNotOffered);

async function orNull<T>(read: Promise<T>, isNo: (error: unknown) => boolean): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isNo(error)) return null;
    throw error;
  }
}
