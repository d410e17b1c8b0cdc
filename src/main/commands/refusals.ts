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
 * and with a code: a 404 without one is of a gateway that has no service behind it.
 */
export const isAbsent = (error: unknown): error is RefusedError =>
  isRefusedForGood(error) && (error.status === 404 || absences.has(error.code));

/**
 * Whether the service itself refused, with a code of its own: to ask again gets the same answer. Not where it says that
 * something went wrong in it.
 */
export const isRefusedForGood = (error: unknown): error is RefusedError =>
  error instanceof RefusedError &&
  error.status < 500 &&
  error.code !== '' &&
  error.code !== codes.generalError;

/** Whether the service says that it has no such thing to give: an answer of its own, and no failure of the moment. */
export const isNotOffered = (error: unknown): boolean => error instanceof RefusedError && error.status < 500;

/** The record, or null where the service says that there is none. */
export const orAbsent = <T>(read: Promise<T>): Promise<T | null> => orNull(read, isAbsent);

/** What a read answers, or null where the service itself refuses it: it has no such list, or does not show it. */
export const orRefused = <T>(read: Promise<T>): Promise<T | null> => orNull(read, isRefusedForGood);

/** The same, where null means that nothing is known: then any refusal will do. */
export const orNotOffered = <T>(read: Promise<T>): Promise<T | null> => orNull(read, isNotOffered);

async function orNull<T>(read: Promise<T>, isNo: (error: unknown) => boolean): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isNo(error)) return null;
    throw error;
  }
}
