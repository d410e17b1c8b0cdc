import {
  features,
  policyIds,
  type EffectiveSetting,
  type PolicyId,
  type PolicyOrigin,
} from '../../contract/policy.ts';
import type { Settings } from '../station/settings.ts';
import { catalogue } from './catalogue.ts';
import { cells } from './cells.ts';
import { placeOfHost } from './host-place.ts';
import { type Policy, settingOf } from './policy.ts';
import { chosenIn, serviceOf } from './settings.ts';
import type { SlipPrinters } from './values.ts';

/** What the station's settings are: in force, and as the user has chosen them. */
export interface SettingsInForce {
  readonly now: Settings;
  readonly own: Settings;
}

/** Which place holds a setting, so that a user cannot change it; null if none does. */
export function heldBy(policy: Policy, id: PolicyId, { now }: Pick<SettingsInForce, 'now'>): string | null {
  if (id === 'placeByHost') {
    const placed = policy.mandatory(id);
    if (placed && placeOfHost(placed.value, policy.host)) return placed.place;
    return now.institutionPlace.library ? policy.brokenFor(id) : null;
  }
  if (id === 'serviceAddress' || id === 'serviceRoot') {
    const placed = serviceOf(policy, 'mandatory', now.institution);
    if (placed) return placed.place;
    return now.institution ? policy.brokenFor(id) : null;
  }
  const feature = features.find((one) => settingOf[one] === id);
  return policy.mandatory(id)?.place ?? (feature ? policy.brokenFor(id) : null);
}

/** Of the printers, those that are not as they are without any choice. */
function printersIn({ slips }: Settings): SlipPrinters {
  const named = Object.entries(slips.kinds).flatMap(([kind, { printer, roll }]) =>
    printer.at === 'printer' || roll !== null
      ? [
          [
            kind,
            { ...(printer.at === 'printer' && { printer: printer.name }), ...(roll !== null && { roll }) },
          ],
        ]
      : [],
  );
  const pages = slips.pages.at === 'printer' ? [['pages', { printer: slips.pages.name }]] : [];
  return Object.fromEntries([...named, ...pages]) as SlipPrinters;
}

/** What the station's own settings say, for people; a setting that is the policy's alone is not among them. */
function stationTexts(settings: Settings): Partial<Readonly<Record<PolicyId, string>>> {
  const { institution, institutionPlace, appearance, network, updates } = settings;
  const { library, desk, department } = institutionPlace;
  return {
    serviceAddress: institution?.address ?? '',
    serviceRoot: institution?.root ?? '',
    placeByHost: [library, desk, department].flatMap((one) => (one ? [one.label] : [])).join(' · '),
    slipPrinters: catalogue.slipPrinters.show(printersIn(settings)),
    blurAfter: catalogue.blurAfter.show(appearance.blurAfter),
    proxy: network.proxy,
    authorityFile: network.authority?.file ?? '',
    updateMode: catalogue.updateMode.show(updates.mode),
    clearAfter: catalogue.clearAfter.show(appearance.clearAfter),
  };
}

/** What the policy alone says of a setting, for people. */
function policyText(policy: Policy, id: PolicyId): string {
  const feature = features.find((one) => settingOf[one] === id);
  if (feature) return catalogue[settingOf[feature]].show(policy.off(feature) === null);
  const value = policy.value(id);
  // A value is the catalogue's own of the same name.
  return value === null ? '' : (catalogue[id].show as (value: unknown) => string)(value);
}

/** Whether the user has set it: the service and the place by connecting, anything else by choosing. */
function isUsers(id: PolicyId, { now, own }: SettingsInForce): boolean {
  if (id === 'serviceAddress' || id === 'serviceRoot') return now.institution !== null;
  if (id === 'placeByHost') return now.institutionPlace.library !== null;
  const chosen = chosenIn(own);
  return cells.some((cell) => cell.id === id && chosen.includes(cell.name));
}

function originOf(policy: Policy, id: PolicyId, settings: SettingsInForce): PolicyOrigin {
  const held = heldBy(policy, id, settings);
  if (held !== null) return { from: 'mandatory', place: held };
  if (isUsers(id, settings)) return { from: 'user' };
  const recommended = policy.recommended(id);
  return recommended ? { from: 'recommended', place: recommended.place } : { from: 'default' };
}

/** All settings of the catalogue, with their values in force and where these are from. */
export function settingsView(policy: Policy, settings: SettingsInForce): readonly EffectiveSetting[] {
  const texts = stationTexts(settings.now);
  return policyIds.map((id) => ({
    id,
    title: catalogue[id].title(),
    value: texts[id] ?? policyText(policy, id),
    origin: originOf(policy, id, settings),
  }));
}
