import type {
  EffectiveSetting,
  Feature,
  PolicyPlace,
  PolicyView,
  WaitingSetting,
} from '../../contract/policy.ts';
import { m } from '../../messages/compiled/messages.js';
import { dateText } from '../ui/format.ts';
import type { Meaning } from '../ui/meanings.ts';

interface Mark {
  readonly meaning: Meaning;
  readonly word: string;
}

const meanings: Readonly<Record<PolicyPlace['state'], Meaning>> = {
  none: 'information',
  inForce: 'done',
  lastGood: 'attention',
  broken: 'refused',
};

const states: Readonly<Record<PolicyPlace['state'], () => string>> = {
  none: m.policy_state_none,
  inForce: m.policy_state_inForce,
  lastGood: m.policy_state_lastGood,
  broken: m.policy_state_broken,
};

/** How a place stands. */
export const stateMark = (state: PolicyPlace['state']): Mark => ({
  meaning: meanings[state],
  word: states[state](),
});

const leads: Readonly<Record<PolicyPlace['state'], () => string>> = {
  none: m.policy_none_lead,
  inForce: m.policy_good_lead,
  lastGood: m.policy_last_good_lead,
  broken: m.policy_broken_lead,
};

/** How the policy of this computer stands as a whole, and what that means for whoever sits at it. */
export function headOf({ state, places }: PolicyView): Mark & { readonly lead: string } {
  const lead = leads[state]();
  if (state === 'none') return { meaning: 'information', word: m.policy_none(), lead };
  const since = places.find((place) => place.state === 'lastGood')?.since ?? '';
  if (state === 'lastGood' && since !== '') {
    const word = m.policy_last_good_since({ moment: dateText(since, 'moment') });
    return { meaning: 'attention', word, lead };
  }
  return { ...stateMark(state), lead };
}

/** What a policy may switch off, by name. */
export const featureNames: Readonly<Record<Feature, () => string>> = {
  feeWaiving: m.policy_allowFeeWaiving,
  exports: m.policy_allowExports,
  forcedPayment: m.policy_allowForcedPayment,
};

/** What a setting that has not changed yet waits for, and who has to do something about it. */
export const waitWords: Readonly<Record<WaitingSetting['why'], () => string>> = {
  work: m.policy_wait_work,
  noService: m.policy_wait_noService,
  unknown: m.policy_wait_unknown,
  notWritten: m.policy_wait_notWritten,
};

/** Where the value of a setting is from. */
export function fromText({ origin }: EffectiveSetting): string {
  switch (origin.from) {
    case 'mandatory':
      return m.policy_from_mandatory({ place: origin.place });
    case 'recommended':
      return m.policy_from_recommended({ place: origin.place });
    case 'user':
      return m.policy_from_user();
    case 'default':
      return m.policy_from_default();
  }
}
