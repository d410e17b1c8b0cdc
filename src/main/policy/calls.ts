import type { PolicyView } from '../../contract/policy.ts';
import { type Emitter, listenUntil } from '../emitter.ts';
import type { Clock } from '../ports.ts';
import type { HandlersOf } from '../router.ts';
import type { Following } from './following.ts';
import type { Policy } from './policy.ts';
import { sheetText } from './sheet.ts';
import { settingsView, type SettingsInForce } from './effective.ts';
import { policyView } from './view.ts';

export interface PolicyCallsDeps {
  readonly policy: Policy;
  readonly settings: SettingsInForce;
  /** Null while the journal cannot be used: service and place do not change then. */
  readonly following: () => Following | null;
  /** Something of the view may have changed, beside the policy itself. */
  readonly changes: Emitter<undefined>;
  readonly clock: Pick<Clock, 'now'>;
  readonly version: string;
}

/** What IT sets on workstations, and what came of it here. */
export function policyHandlers(deps: PolicyCallsDeps): HandlersOf<'policy'> {
  const { policy, settings, changes, clock, version } = deps;
  const view = (): PolicyView => policyView(policy, settings, deps.following()?.waiting ?? []);
  return {
    'policy.watch': (_, { signal, report }) => {
      report(view());
      return listenUntil(changes, signal, () => report(view()));
    },
    'policy.settings': () => Promise.resolve(settingsView(policy, settings)),
    'policy.sheet': () => {
      const about = { host: policy.host, version, now: clock.now() };
      return Promise.resolve({ text: sheetText(view(), settingsView(policy, settings), about) });
    },
    'policy.reread': async () => {
      await policy.refresh();
      await deps.following()?.follow();
      return view();
    },
  };
}
