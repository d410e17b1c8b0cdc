import * as z from 'zod';
import type { BarcodeRules as Rules } from '../../shared/barcodes.ts';
import { appearances, BarcodeRules, densities, longestIdle, textSizes } from '../../contract/station.ts';
import type { FileUse } from '../ports.ts';
import { KeptSlips } from './slip-settings.ts';

const Coded = z.object({ code: z.string(), label: z.string() });

/** Where the station stands in one service, and what that service counts money in. */
const Place = z.object({
  library: Coded.nullable(),
  desk: Coded.nullable(),
  department: Coded.extend({ library: z.string() }).nullable(),
  /** ISO 4217; `XXX`, its word for "none", where the service does not say. */
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type Place = z.output<typeof Place>;

/** A patron who has left without a word: out of sight after three minutes, and gone after fifteen. */
const usualIdle = { blurAfter: 180, clearAfter: 900 } as const;

const fileUses = ['attach', 'save', 'personalData', 'pdf', 'picture', 'slips'] as const satisfies FileUse[];

/** Everything that is remembered. Settings only: no key, nothing of a patron. */
export const Settings = z.object({
  mode: z.enum(['practice', 'institution']),
  // `library`: this station's own id for the library there. Files of the first version do not have it.
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
    blurAfter: z.int().min(0).max(longestIdle).default(usualIdle.blurAfter),
    clearAfter: z.int().min(0).max(longestIdle).default(usualIdle.clearAfter),
  }),
  slips: KeptSlips,
  barcodes: BarcodeRules,
  window: z
    .object({
      x: z.int(),
      y: z.int(),
      width: z.int().positive(),
      height: z.int().positive(),
      maximized: z.boolean(),
    })
    .nullable(),
  /** Where the dialogs for files were left. */
  folders: z.partialRecord(z.enum(fileUses), z.string()),
});
export type Settings = z.output<typeof Settings>;

/**
 * The 14 digits that libraries have printed since the seventies, of which the first is 2 on a patron's card and 3 on
 * an item, and the last a check digit: until the institution says otherwise.
 */
export const usualBarcodes: Rules = {
  rules: [
    { kind: 'patron', prefix: '2', length: 14, digits: true, checkDigit: true },
    { kind: 'item', prefix: '3', length: 14, digits: true, checkDigit: true },
  ],
  code39: true,
  aim: true,
};

/** No place chosen yet. */
export const nowhere: Place = { library: null, desk: null, department: null, currency: 'XXX' };

/** A first start: on the practice library, with a station already chosen among the codes it always has. */
export const firstSettings: Settings = {
  mode: 'practice',
  institution: null,
  keyInKeychain: false,
  practicePlace: {
    library: { code: 'MAIN', label: 'Main Library' },
    desk: { code: 'DEFAULT_CIRC_DESK', label: 'Circulation Desk' },
    department: { code: 'ACQ', label: 'Acquisitions', library: 'MAIN' },
    currency: 'ILS',
  },
  institutionPlace: nowhere,
  appearance: {
    theme: 'system',
    density: 'dense',
    text: 'usual',
    sounds: true,
    volume: 0.5,
    ...usualIdle,
  },
  barcodes: usualBarcodes,
  slips: KeptSlips.parse({}),
  window: null,
  folders: {},
};

/** What this workstation remembers between runs, beside the journal and the keychain. */
export interface SettingsStore {
  readonly now: Settings;
  /** Written when it returns. Throws a `Failed` of kind `settings`, and changes nothing, where it cannot be. */
  change(change: Partial<Settings>): void;
}
