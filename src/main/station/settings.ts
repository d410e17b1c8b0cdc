import * as z from 'zod';
import { noAffixes } from '../../shared/scanned-text.ts';
import {
  Affixes,
  appearances,
  BarcodeRules,
  densities,
  longestIdle,
  textSizes,
} from '../../contract/station.ts';
import { longestProxy } from '../../contract/network.ts';
import { updateModes } from '../../contract/updates.ts';
import type { FileUse } from '../ports.ts';
import { StoredLabels } from './label-settings.ts';
import { StoredSlips } from './slip-settings.ts';
import { VendorFile } from './vendor-files.ts';

const Coded = z.object({ code: z.string(), label: z.string() });

/** The station's place in one service, and the currency of that service. */
const Place = z.object({
  library: Coded.nullable(),
  desk: Coded.nullable(),
  department: Coded.extend({ library: z.string() }).nullable(),
  /** ISO 4217; `XXX`, its code for "none", if the service does not give it. */
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type Place = z.output<typeof Place>;

/** Idle times in seconds: a patron's data is blurred after three minutes, and the session cleared after fifteen. */
const defaultIdle = { blurAfter: 180, clearAfter: 900 } as const;

const Banknotes = z.record(z.string(), z.array(z.string()).readonly());

const Network = z.object({
  /** In the words of a PAC file; `''` for what the system says. */
  proxy: z.string().max(longestProxy),
  /**
   * An authority that is trusted beside the system's, by the name of its file, with its certificates as PEM. Of a policy's
   * file there is the path, and `pem` is null: what is in it is read where it is.
   */
  authority: z.object({ file: z.string(), pem: z.array(z.string()).readonly().nullable() }).nullable(),
});
export type NetworkSettings = z.output<typeof Network>;

/** As the system is set. */
const systemNetwork: NetworkSettings = { proxy: '', authority: null };

const fileUses = [
  'attach',
  'save',
  'personalData',
  'pdf',
  'picture',
  'slips',
  'invoices',
  'locations',
  'trolleys',
  'authority',
] as const satisfies FileUse[];

/** All settings. No key, and nothing about a patron. */
export const Settings = z.object({
  mode: z.enum(['practice', 'institution']),
  // `library`: this station's own id for the library. Files of the first version do not have it.
  institution: z
    .object({ address: z.string(), root: z.string(), library: z.string().default('') })
    .nullable(),
  /** Whether the institution's key is in the OS keychain. The key itself is never a setting. */
  keyInKeychain: z.boolean(),
  practicePlace: Place,
  institutionPlace: Place,
  appearance: z.object({
    theme: z.enum(appearances),
    density: z.enum(densities),
    sounds: z.boolean(),
    volume: z.number().min(0).max(1),
    // Not in the files of the first version.
    text: z.enum(textSizes).default('usual'),
    blurAfter: z.int().min(0).max(longestIdle).default(defaultIdle.blurAfter),
    clearAfter: z.int().min(0).max(longestIdle).default(defaultIdle.clearAfter),
  }),
  slips: StoredSlips,
  // Not in the files of the first version.
  labels: StoredLabels.default(StoredLabels.parse({})),
  barcodes: BarcodeRules,
  /** What the scanners of this station send around each code. Not in the files of the first version. */
  scanner: Affixes.default(noAffixes),
  /** How what is outside this computer is reached. Not in the files of the first version. */
  network: Network.default(systemNetwork),
  /** Whether newer versions are installed without a question. Not in the files of the first version. */
  updates: z.object({ mode: z.enum(updateModes) }).default({ mode: 'automatic' }),
  /** The banknotes of a currency, where they are not the usual ones. Not in the files of the first version. */
  banknotes: Banknotes.default({}),
  /** How the files of vendors are read, by library. Not in the files of the first version. */
  vendorFiles: z.record(z.string(), z.record(z.string(), VendorFile)).default({}),
  window: z
    .object({
      x: z.int(),
      y: z.int(),
      width: z.int().positive(),
      height: z.int().positive(),
      maximized: z.boolean(),
    })
    .nullable(),
  /** The folders that file dialogs used last. */
  folders: z.partialRecord(z.enum(fileUses), z.string()),
  /**
   * The names of what the user has chosen among what a policy may recommend; null where that is not noted, as in the
   * files of versions without policies.
   */
  chosen: z.array(z.string()).readonly().nullable().default(null),
  /** Whether the first start is still offered. In files of versions without it, it is decided. */
  firstStart: z.enum(['open', 'decided']).default('decided'),
});
export type Settings = z.output<typeof Settings>;

/**
 * The usual barcodes, until the institution chooses others: 14 digits, as libraries have printed since the seventies.
 * The first is 2 on a patron's card and 3 on an item, and the last is a check digit.
 */
export const defaultBarcodes: z.output<typeof BarcodeRules> = {
  rules: [
    { kind: 'patron', prefix: '2', length: 14, digits: true, checkDigit: true },
    { kind: 'item', prefix: '3', length: 14, digits: true, checkDigit: true },
  ],
  code39: true,
  aim: true,
  onlyRules: false,
};

/** No place is chosen yet. */
export const noPlace: Place = { library: null, desk: null, department: null, currency: 'XXX' };

/** The settings at the first start: the practice library, with a place among the codes that it always has. */
export const defaultSettings: Settings = {
  mode: 'practice',
  institution: null,
  keyInKeychain: false,
  practicePlace: {
    library: { code: 'MAIN', label: 'Main Library' },
    desk: { code: 'DEFAULT_CIRC_DESK', label: 'Circulation Desk' },
    department: { code: 'ACQ', label: 'Acquisitions', library: 'MAIN' },
    currency: 'ILS',
  },
  institutionPlace: noPlace,
  appearance: {
    theme: 'system',
    density: 'dense',
    text: 'usual',
    sounds: true,
    volume: 0.5,
    ...defaultIdle,
  },
  barcodes: defaultBarcodes,
  scanner: noAffixes,
  network: systemNetwork,
  updates: { mode: 'automatic' },
  banknotes: {},
  vendorFiles: {},
  slips: StoredSlips.parse({}),
  labels: StoredLabels.parse({}),
  window: null,
  folders: {},
  chosen: null,
  firstStart: 'open',
};

/** The settings of this workstation, stored between runs. */
export interface SettingsStore {
  readonly now: Settings;
  /**
   * Changes settings and writes them. Throws a `Failed` of kind `settings`, and changes nothing, if they cannot be
   * written.
   */
  change(change: Partial<Settings>): void;
}
