import { features, policyIds, type PolicyView, type WaitingSetting } from '../../contract/policy.ts';
import { printedKinds } from '../../contract/slips.ts';
import { heldBy, type SettingsInForce } from './effective.ts';
import type { Policy } from './policy.ts';

/** The policy for a window. */
export function policyView(
  policy: Policy,
  settings: SettingsInForce,
  waiting: readonly WaitingSetting[],
): PolicyView {
  const { state, places, problems } = policy;
  const held = policyIds.flatMap((id) => {
    const place = heldBy(policy, id, settings);
    return place === null ? [] : [[id, place] as const];
  });
  const off = features.flatMap((feature) => {
    const why = policy.off(feature);
    return why ? [[feature, why.place] as const] : [];
  });
  const printers = policy.mandatory('slipPrinters')?.value ?? {};
  return {
    ...{ state, places, problems, waiting },
    lockedPrinters: printedKinds.filter((kind) => printers[kind] !== undefined),
    locked: Object.fromEntries(held),
    off: Object.fromEntries(off),
  };
}
