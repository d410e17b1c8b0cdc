import { isDeepStrictEqual } from 'node:util';
import { RefusedError } from '../../client/errors.ts';
import { codes } from '../../service/codes.ts';

/** The effect of the command is not there. */
export const didNotHappen = { found: 'didNotHappen' } as const;

/** Something is there, and it cannot be told whether it is this command's effect. */
export const unclear = { found: 'unclear' } as const;

/** The effect of the command is there, on this record. */
export const happened = <T>(record: T) => ({ found: 'happened', record }) as const;

/**
 * Whether a record was replaced by what was sent: all of that shows, or nothing has changed, or somebody may have
 * changed it since. A replacement that changes nothing has happened.
 */
export function replacedOrNot<R extends object>(is: R, sent: object, before: object) {
  if (isDeepStrictEqual(is, before)) return isDeepStrictEqual(sent, before) ? happened(is) : didNotHappen;
  return holds(is, sent) ? happened(is) : unclear;
}

/**
 * A record that was to be created, and that the service refuses to create twice: what is there is this command's only
 * if it says all that was sent. Another may have stood there before, and the command been refused.
 */
export const createdOrNot = <R extends object>(is: R, sent: object) =>
  holds(is, sent) ? happened(is) : unclear;

/** What a code says, wrapped or plain; any other value as it is. */
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'value')
    ? (value as { readonly value: unknown }).value
    : value;

/** Whether a record has everything that was sent; the service adds to it, such as who wrote a note and when. */
function holds(record: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) {
    const entries: unknown[] = Array.isArray(record) ? record : [];
    return entries.length === sent.length && sent.every((entry, index) => holds(entries[index], entry));
  }
  if (typeof sent !== 'object' || sent === null)
    return isDeepStrictEqual(plain(record) ?? null, sent ?? null);
  if (typeof record !== 'object' || record === null)
    return Object.hasOwn(sent, 'value') && plain(sent) === record;
  const fields = record as Readonly<Record<string, unknown>>;
  return Object.entries(sent).every(([field, value]) => holds(fields[field], value));
}

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
