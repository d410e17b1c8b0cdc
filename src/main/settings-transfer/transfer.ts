import * as z from 'zod';
import { Stock } from '../../contract/labels.ts';
import { settingsGroups, type SettingsGroup } from '../../contract/settings-transfer.ts';
import { stockProblems } from '../../shared/label-stock.ts';
import { StoredLabels } from '../station/label-settings.ts';
import { Settings } from '../station/settings.ts';
import { StoredSlips } from '../station/slip-settings.ts';

/** A code of the library system, with its name for people. */
const Code = z.object({ code: z.string().min(1).max(100), label: z.string().max(300) });

const { appearance } = Settings.shape;
const privacy = { blurAfter: true, clearAfter: true } as const;

/** The schema that a file of settings says it follows. */
export const settingsSchema = 'carrel-settings/1';

/** A picture of 200 kB in base64, and everything else. */
export const mostBytes = 1_000_000;

/** The ending of such files. */
export const fileEnding = 'carrel-settings';

const SlipsForAll = StoredSlips.omit({ folder: true });
const LabelsForAll = StoredLabels.omit({ next: true });

/**
 * What another station can use, and its form in a file. Not in it: keys and logins, which are no settings; the practice
 * library and its place; a certificate authority, which a person trusts by its own file; this machine's own folders and windows; what is known of vendors' files, which belongs to a
 * library as this station knows it; and the place of the next label on the sheet in the printer.
 */
export const groupForms = {
  service: z.object({ address: z.string().max(2000), root: z.string().max(100) }),
  place: z.object({ library: Code, desk: Code.nullable(), department: Code.nullable() }),
  network: Settings.shape.network.unwrap().pick({ proxy: true }),
  appearance: appearance.omit(privacy),
  privacy: appearance.pick(privacy),
  slips: SlipsForAll.extend({
    header: z.string().max(2000),
    footer: z.string().max(2000),
    logo: z
      .string()
      .regex(/^(?:data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2})?$/)
      .max(300_000),
  }),
  labels: LabelsForAll.extend({
    stock: Stock.refine((stock) => stockProblems(stock).length === 0),
  }),
  barcodes: Settings.shape.barcodes,
  scanner: Settings.shape.scanner.unwrap(),
  banknotes: z.record(z.string().regex(/^[A-Z]{3}$/), z.array(z.string().max(20)).max(16).readonly()),
  updates: Settings.shape.updates.unwrap(),
} as const satisfies Record<SettingsGroup, z.ZodType>;

type Groups = { readonly [K in SettingsGroup]: z.output<(typeof groupForms)[K]> };

/** The settings that go from one station to another. A group that is not there is not touched. */
export type Transfer = Partial<Groups>;

/** What this station would give away. */
export function transferOf(settings: Settings): Transfer {
  const { institution, institutionPlace, appearance: looks, slips, labels } = settings;
  const { blurAfter, clearAfter, ...look } = looks;
  const { library, desk, department } = institutionPlace;
  return {
    ...(institution && { service: { address: institution.address, root: institution.root } }),
    ...(library && {
      place: {
        library,
        desk,
        department: department && { code: department.code, label: department.label },
      },
    }),
    network: { proxy: settings.network.proxy },
    appearance: look,
    privacy: { blurAfter, clearAfter },
    slips: SlipsForAll.parse(slips),
    labels: LabelsForAll.parse(labels),
    barcodes: settings.barcodes,
    scanner: settings.scanner,
    banknotes: settings.banknotes,
    updates: settings.updates,
  };
}

/** Only these groups of it. */
export const onlyGroups = (transfer: Transfer, groups: readonly SettingsGroup[]): Transfer =>
  Object.fromEntries(Object.entries(transfer).filter(([name]) => groups.some((group) => group === name)));

/** The settings with what a file says; service and place stay: they are no matter of this station alone. */
export function withTransfer(settings: Settings, transfer: Transfer): Settings {
  const { network, appearance: look, privacy: times, slips, labels, barcodes, banknotes } = transfer;
  return {
    ...settings,
    appearance: { ...settings.appearance, ...look, ...times },
    slips: { ...settings.slips, ...slips },
    // Another stock begins with a new sheet.
    labels: labels
      ? { ...labels, next: isSame(labels.stock, settings.labels.stock) ? settings.labels.next : 1 }
      : settings.labels,
    barcodes: barcodes ?? settings.barcodes,
    scanner: transfer.scanner ?? settings.scanner,
    banknotes: banknotes ?? settings.banknotes,
    network: { ...settings.network, ...network },
    updates: transfer.updates ?? settings.updates,
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The groups that a transfer has, in their order. */
export const groupsIn = (transfer: Transfer): readonly SettingsGroup[] =>
  settingsGroups.filter((group) => transfer[group] !== undefined);

/** The text of the file. Its names are those of `groupForms`, always in the same order. */
export function writeSettingsFile(transfer: Transfer, version: string): string {
  const content = { schema: settingsSchema, version, ...onlyGroups(transfer, groupsIn(transfer)) };
  return `${JSON.stringify(content, null, 2)}\n`;
}
