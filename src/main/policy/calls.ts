import { once } from 'node:events';
import type { HandlersOf } from '../router.ts';
import type { PolicyView } from '../../contract/policy.ts';

const nothing: PolicyView = { state: 'none', places: [], problems: [], waiting: [], locked: {}, off: {} };

/** What IT sets on workstations, and what came of it here. */
export function policyHandlers(): HandlersOf<'policy'> {
  return {
    'policy.watch': async (_, { signal, report }) => {
      report(nothing);
      if (!signal.aborted) await once(signal, 'abort');
      return null;
    },
    'policy.settings': () => Promise.resolve([]),
    'policy.sheet': () => Promise.resolve({ text: '' }),
    'policy.reread': () => Promise.resolve(nothing),
  };
}
