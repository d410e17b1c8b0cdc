import { LendingRequest } from '../../service/shapes/lending-request.ts';
import type { Deps } from '../deps.ts';
import { keepMade, madeWith } from './made.ts';
import { requestIdOf } from './record.ts';

/**
 * Keeps what the service answers after the window stopped waiting: the number of the request is in that answer alone,
 * because the service has no list of them.
 */
export function keepLateAnswers(deps: Pick<Deps, 'clock' | 'journal' | 'log' | 'unclear'>): void {
  deps.unclear.resolved.on(({ id, happened, record }) => {
    if (!happened || record === null) return;
    try {
      keepLate(deps, id, record);
    } catch (error) {
      // The request is placed all the same: the others who follow it are told so.
      deps.log.defect(error);
    }
  });
}

function keepLate(deps: Pick<Deps, 'clock' | 'journal'>, id: string, record: unknown): void {
  const library = deps.journal.keptOne(id)?.library ?? '';
  const made = madeWith(deps, library, id);
  const { data: request } = LendingRequest.safeParse(record);
  if (!made || !request || requestIdOf(request) === '') return;
  keepMade(deps, library, id, { ...made, readAt: deps.clock.now().toISOString(), request });
}
