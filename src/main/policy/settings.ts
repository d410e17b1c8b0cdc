import { isDeepStrictEqual } from 'node:util';
import { institutionAt } from '../station/institution-key.ts';
import { defaultSettings, type Place, type Settings, type SettingsStore } from '../station/settings.ts';
import { Failed } from '../failure.ts';
import type { PolicyId } from '../../contract/policy.ts';
import { type Cell, cells } from './cells.ts';
import { placeOfHost } from './host-place.ts';
import type { Placed, Policy } from './policy.ts';

const locked = (setting: PolicyId, place: string): Failed =>
  new Failed({ kind: 'settings', why: 'locked', setting, place });

/** What a policy says of a cell; null if nothing. */
function saidOf(policy: Policy, part: 'mandatory' | 'recommended', cell: Cell): Placed<unknown> | null {
  const placed = policy[part](cell.id);
  const value = placed && cell.of(placed.value);
  return placed && value !== undefined ? { value, place: placed.place } : null;
}

/**
 * The names of what the user has chosen. A file of an earlier version does not say it: there, what is not as it is at
 * the first start was chosen.
 */
export const chosenIn = (settings: Settings): readonly string[] =>
  settings.chosen ??
  cells
    .filter((cell) => !isDeepStrictEqual(cell.get(settings), cell.get(defaultSettings)))
    .map(({ name }) => name);

/** The service that a policy sets, normalized as an address that was typed. */
export function serviceOf(
  policy: Policy,
  part: 'mandatory' | 'recommended',
  now: Settings['institution'],
): Placed<{ readonly address: string; readonly root: string }> | null {
  const address = policy[part]('serviceAddress');
  const root = policy[part]('serviceRoot');
  const typedRoot = root?.value ?? now?.root ?? 'svcws';
  const typedAddress = address?.value ?? now?.address;
  const place = (address ?? root)?.place;
  if (typedAddress === undefined || place === undefined) return null;
  return { value: institutionAt(typedAddress, typedRoot), place };
}

/** The service that a policy names, before anything is known of the station; null if none. */
export const namedService = (
  policy: Policy,
): Pick<NonNullable<Settings['institution']>, 'address' | 'root'> | null =>
  (serviceOf(policy, 'mandatory', null) ?? serviceOf(policy, 'recommended', null))?.value ?? null;

/** The codes of a place. */
export interface PlaceCodes {
  readonly library: string;
  readonly desk: string | null;
  readonly department: string | null;
}

/** The place that a policy sets for this computer. */
export function placeOf(policy: Policy, part: 'mandatory' | 'recommended'): Placed<PlaceCodes> | null {
  const placed = policy[part]('placeByHost');
  const found = placed && placeOfHost(placed.value, policy.host);
  if (!found) return null;
  const { library, desk = null, department = null } = found;
  return { value: { library, desk, department }, place: placed.place };
}

export const codesOf = ({ library, desk, department }: Place): PlaceCodes | null =>
  library && { library: library.code, desk: desk?.code ?? null, department: department?.code ?? null };

/** Throws `locked` if a change would leave the service that the policy, or a broken one, holds. None is always possible. */
function assertService(policy: Policy, now: Settings, next: Settings): void {
  const to = next.institution;
  const from = now.institution;
  if (!to || (from?.address === to.address && from.root === to.root)) return;
  const held = serviceOf(policy, 'mandatory', from);
  if (held) {
    const { address, root } = held.value;
    if (to.address !== address || to.root !== root) throw locked('serviceAddress', held.place);
    return;
  }
  const broken = policy.brokenFor('serviceAddress');
  if (broken !== null && from !== null) throw locked('serviceAddress', broken);
}

/** The same of the place at that service. */
function assertPlace(policy: Policy, now: Settings, next: Settings): void {
  const to = codesOf(next.institutionPlace);
  const from = codesOf(now.institutionPlace);
  if (!to || isDeepStrictEqual(from, to)) return;
  const held = placeOf(policy, 'mandatory');
  if (held) {
    if (!isDeepStrictEqual(to, held.value)) throw locked('placeByHost', held.place);
    return;
  }
  const broken = policy.brokenFor('placeByHost');
  if (broken !== null && from !== null) throw locked('placeByHost', broken);
}

/**
 * The settings as they are in force: what the policy holds, before what the user chose, before what it recommends, before
 * the defaults. `own` keeps what the user chose, and never what a policy says, so that it is there again when the policy
 * goes. Changing what is held throws a `Failed` of kind `settings` and changes nothing.
 */
export function effectiveSettings(
  own: SettingsStore,
  policy: Policy,
): SettingsStore & { readonly own: Settings } {
  let known: { readonly own: Settings; readonly effective: Settings } | null = null;
  policy.changes.on(() => (known = null));

  const compute = (): Settings => {
    const chosen = chosenIn(own.now);
    return cells.reduce((settings, cell) => {
      const held = saidOf(policy, 'mandatory', cell);
      const said = held ?? (chosen.includes(cell.name) ? null : saidOf(policy, 'recommended', cell));
      return said ? cell.set(settings, said.value) : settings;
    }, own.now);
  };
  const now = (): Settings => {
    if (known?.own !== own.now) known = { own: own.now, effective: compute() };
    return known.effective;
  };

  return {
    get now() {
      return now();
    },
    get own() {
      return own.now;
    },
    change(change) {
      const before = now();
      const next: Settings = { ...before, ...change };
      assertService(policy, before, next);
      assertPlace(policy, before, next);
      const chosen = new Set(chosenIn(own.now));
      let kept: Settings = { ...own.now, ...change };
      for (const cell of cells) {
        const value = cell.get(next);
        if (isDeepStrictEqual(value, cell.get(before))) {
          // Not touched: what the user had chosen stays under what the policy says.
          kept = cell.set(kept, cell.get(own.now));
          continue;
        }
        const held = saidOf(policy, 'mandatory', cell);
        if (held) throw locked(cell.id, held.place);
        chosen.add(cell.name);
      }
      own.change({
        ...pick(kept, Object.keys(change) as (keyof Settings)[]),
        chosen: [...chosen].toSorted(),
      });
    },
  };
}

/** The place that holds a cell, by its name; null where the user chooses it. */
export function heldCell(policy: Policy, name: string): string | null {
  const cell = cells.find((one) => one.name === name);
  return (cell && saidOf(policy, 'mandatory', cell)?.place) ?? null;
}

/** The wanted settings, but for what the policy holds: that stays as it is now. */
export const withoutHeld = (policy: Policy, now: Settings, wanted: Settings): Settings =>
  cells.reduce(
    (next, cell) => (saidOf(policy, 'mandatory', cell) ? cell.set(next, cell.get(now)) : next),
    wanted,
  );

const pick = (settings: Settings, keys: readonly (keyof Settings)[]): Partial<Settings> =>
  Object.fromEntries(keys.map((key) => [key, settings[key]]));
