import { RefusedError } from '../../client/errors.ts';
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
 * Whether a read was refused because the record does not exist. Services say so with 404 or, more often, with 400,
 * and always with a code: a 404 without a code comes from a gateway that does not reach the service.
 */
export const isAbsent = (error: unknown): error is RefusedError =>
  isRefusedForGood(error) && (error.status === 404 || absences.has(error.code));

/**
 * Whether the service itself refused, with a code of its own, so that asking again gets the same answer. An error
 * inside the service is no such refusal.
 */
export const isRefusedForGood = (error: unknown): error is RefusedError =>
  error instanceof RefusedError &&
  error.status < 500 &&
  error.code !== '' &&
  error.code !== codes.generalError;

/** Whether the service does not offer what was asked for. That is an answer, and not a failure that passes. */
export const isNotOffered = (error: unknown): boolean => error instanceof RefusedError && error.status < 500;

/** The record, or null where the service says that there is none. */
export const orAbsent = <T>(read: Promise<T>): Promise<T | null> => orNull(read, isAbsent);

/** What a read answers, or null where the service itself refuses it: it has no such list, or does not show it here. */
export const orRefused = <T>(read: Promise<T>): Promise<T | null> => orNull(read, isRefusedForGood);

/** What a read answers, or null where the service refuses it in any way. Null means that nothing is known. */
export const orNotOffered = <T>(read: Promise<T>): Promise<T | null> => orNull(read, isNotOffered);

async function orNull<T>(read: Promise<T>, isNo: (error: unknown) => boolean): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isNo(error)) return null;
    throw error;
  }
}
