import type { Failure } from '../../../../contract/failure.ts';
import { call } from '../../../api.ts';

/**
 * Somebody else changed the patron's record: it is read anew, so that whoever has looked at what changed can do it
 * again upon that.
 */
export async function readAnewAfterConflict(failure: Failure | null): Promise<void> {
  if (failure?.kind === 'conflict') await call('desk.refresh', {});
}
