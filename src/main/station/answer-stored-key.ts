import { Failed } from '../failure.ts';
import type { Station } from './station.ts';
import { isSameService, StoredKey, type StoredKeyAnswer } from './stored-key.ts';

interface Parts {
  readonly station: Station;
  /** Null while the journal cannot be used: then the library cannot be told either. */
  readonly work: {
    refuseWhileOpen(): void;
    serviceChanged(): void;
  } | null;
  readonly quiet: {
    readonly now: {
      readonly reasons: readonly string[];
      readonly unsettled: { readonly unclear: number; readonly unfinished: number };
    };
  };
}

/**
 * The running program's side of `--provision`: uses the key that is in the keychain now, if nobody is at work, and
 * nothing is unclear or unfinished at the library that it may leave by that.
 */
export async function answerStoredKey(
  input: unknown,
  { station, work, quiet }: Parts,
): Promise<StoredKeyAnswer> {
  const at = StoredKey.parse(input);
  const { institution } = station.view();
  if (institution !== null && !isSameService(institution, at)) return 'otherService';
  const { reasons, unsettled } = quiet.now;
  if (work === null || reasons.length + unsettled.unclear + unsettled.unfinished > 0) return 'busy';
  try {
    await station.useStoredKey(at, () => work.refuseWhileOpen());
  } catch (error) {
    if (error instanceof Failed) return error.failure.kind === 'settings' ? 'notWritten' : 'busy';
    throw error;
  }
  work.serviceChanged();
  return 'used';
}
