import { features, type Feature } from '../../contract/policy.ts';
import type { CallName, Parsed } from '../../contract/index.ts';
import { forEachCall, type Handlers } from '../router.ts';
import type { Policy } from './policy.ts';

/** The calls that belong to a feature; of some, only with a certain input. */
type FeatureCalls = { readonly [K in CallName]?: (input: Parsed<K>) => boolean };

const always = (): boolean => true;

/**
 * What is refused when a feature is off. Main refuses it here, before the handler, whatever a window shows. Of exports:
 * every call that writes records where the user chooses; slips and pages are paper, also as PDF.
 */
export const featureCalls: Readonly<Record<Feature, FeatureCalls>> = {
  feeWaiving: { 'fees.waive': always },
  exports: {
    'saving.save': always,
    'configuration.locations.export': always,
    'configuration.locations.saveOutcomes': always,
    'patrons.export': always,
    'attachments.save': always,
    'receiving.trolley.saveList': always,
  },
  forcedPayment: { 'invoices.pay': ({ force }) => force !== undefined },
};

type AnyHandler = (input: never, context: never) => Promise<unknown>;
type AnyTest = (input: never) => boolean;

/** The same handlers, behind the features that a policy may switch off. */
export function gated(handlers: Handlers, policy: Pick<Policy, 'assertOn'>): Handlers {
  return forEachCall((name) => {
    const handler = handlers[name] as AnyHandler;
    const tests = features.flatMap((feature) => {
      const test = featureCalls[feature][name] as AnyTest | undefined;
      return test ? [{ feature, test }] : [];
    });
    if (tests.length === 0) return handler;
    return async (input, context) => {
      for (const { feature, test } of tests) if (test(input)) policy.assertOn(feature);
      return handler(input, context);
    };
  });
}
