import type { Feature, PolicyId, PolicyView } from '../../contract/policy.ts';
import { m } from '../../messages/compiled/messages.js';
import { watch } from '../api.ts';
import type { Action } from '../app/actions.svelte.ts';

const noPolicy: PolicyView = {
  ...{ state: 'none', places: [], problems: [], waiting: [], locked: {}, off: {}, lockedPrinters: [] },
};

/** The policy of this computer, as main reports it. */
export class PolicyState {
  view = $state.raw<PolicyView>(noPolicy);

  /** Follows main until the function it answers is called. */
  start(): () => void {
    return watch('policy.watch', (view) => (this.view = view));
  }

  /** The file, or the key of the registry, that holds a setting; null where the user chooses it. */
  lockedBy(...ids: readonly PolicyId[]): string | null {
    for (const id of ids) {
      const place = this.view.locked[id];
      if (place !== undefined) return place;
    }
    return null;
  }

  /** Why a feature cannot be used here, as a sentence; null if it can. */
  whyOff(feature: Feature): string | null {
    const place = this.view.off[feature];
    if (place === undefined) return null;
    const isBroken = this.view.places.some((one) => one.place === place && one.state === 'broken');
    return isBroken ? m.policy_off_broken({ place }) : m.policy_off({ place });
  }

  /** The action, off while its feature is: its button, the palette, the key sheet and its key say why. */
  unlessOff(feature: Feature, action: Action, tell: (why: string) => void): Action {
    const off = (): string | null => this.whyOff(feature);
    const { fromPalette, condition, onUnmet } = action;
    return {
      ...{ ...action, off },
      condition: () => off() ?? condition?.() ?? null,
      onUnmet: (why) => (off() === null ? onUnmet?.(why) : tell(why)),
      ...(fromPalette && {
        fromPalette: {
          ...fromPalette,
          condition: () => off() ?? (fromPalette.condition ?? condition)?.() ?? null,
        },
      }),
    };
  }
}
