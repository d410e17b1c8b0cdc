import type { Deps } from '../deps.ts';
import type { Tills } from '../takings/tills.ts';
import { actOnDeposit, createDeposit, listDeposits, listProfiles } from './deposits.ts';
import type { HandlersOf } from '../router.ts';

/** A patron's deposits. Money goes through the till of the window that asks. */
export function depositHandlers(deps: Deps, tills: Tills): HandlersOf<'deposits'> {
  return {
    'deposits.list': ({ userId }, { signal }) => listDeposits(deps, userId, signal),
    'deposits.profiles': (_input, { signal }) => listProfiles(deps, signal),
    'deposits.create': (input, { signal }) => createDeposit(deps, input, signal),
    'deposits.act': (input, { signal, window }) =>
      actOnDeposit(deps, { ...input, till: tills.of(window).id }, signal),
  };
}
