import type { HandlersOf } from '../router.ts';
import { runCheck, type CheckDeps } from './check.ts';

/** Whether the station can do its work today. */
export function openingCheckHandlers(deps: CheckDeps): HandlersOf<'openingCheck'> {
  return { 'openingCheck.run': (_input, { signal, report }) => runCheck(deps, report, signal) };
}
