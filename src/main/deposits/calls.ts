import type { Deps } from '../deps.ts';
import type { Tills } from '../takings/tills.ts';
import { actOnDeposit, createDeposit, listDeposits, listProfiles } from './deposits.ts';
import type { HandlersOf } from '../router.ts';

/** A patron's deposits; what is paid in and given back goes through the till of the window that asks. */
export function depositHandlers(deps: Deps, tills: Tills): HandlersOf<'deposits'> {
  return {
    'deposits.list': ({ userId }, { signal }) => listDeposits(deps, userId, signal),
    'deposits.profiles': (_input, { signal }) => listProfiles(deps, signal),
    'deposits.create': (wanted, { signal }) => createDeposit(deps, wanted, signal),
    'deposits.act': (wanted, { signal, window }) =>
      actOnDeposit(deps, { ...wanted, till: tills.of(window).id }, signal),
  };
}
