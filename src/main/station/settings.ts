import * as z from 'zod';
import { appearances, densities } from '../../contract/station.ts';
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

/** Everything that is remembered. Settings only: no key, nothing of a patron. */
export const Settings = z.object({
  mode: z.enum(['practice', 'institution']),
  institution: z.object({ address: z.string(), root: z.string() }).nullable(),
  /** Whether the institution's key is in the OS keychain. The key itself is never a setting. */
  keyInKeychain: z.boolean(),
  practicePlace: Place,
  institutionPlace: Place,
  appearance: z.object({
    theme: z.enum(appearances),
    density: z.enum(densities),
    sounds: z.boolean(),
    volume: z.number().min(0).max(1),
  }),
  slips: KeptSlips,
  window: z
    .object({
      x: z.int(),
      y: z.int(),
      width: z.int().positive(),
      height: z.int().positive(),
      maximized: z.boolean(),
    })
    .nullable(),
});
export type Settings = z.output<typeof Settings>;

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
  appearance: { theme: 'system', density: 'dense', sounds: true, volume: 0.5 },
  slips: KeptSlips.parse({}),
  window: null,
};

/** What this workstation remembers between runs, beside the journal and the keychain. */
export interface SettingsStore {
  readonly now: Settings;
  /** Written when it returns. Throws, and changes nothing, where the file cannot be written. */
  change(change: Partial<Settings>): void;
}
