import * as z from 'zod';
import { mostRules, ruleLength, type BarcodeRules as Rules, type BarcodeTrial } from '../shared/barcodes.ts';
import { defectLimits } from '../shared/limits.ts';
import { longestAffix, type Affixes as ScannerAffixes } from '../shared/scanned-text.ts';
import { asks, type Call } from './define.ts';
import { Id, Nothing, type Coded } from './common.ts';
import type { LabelSettings } from './labels.ts';
import type { Printed, SlipSettings } from './slips.ts';

export const appearances = ['system', 'light', 'dark', 'contrast'] as const;
export const densities = ['dense', 'comfortable'] as const;
export const textSizes = ['usual', 'large'] as const;

export interface Appearance {
  readonly theme: (typeof appearances)[number];
  readonly density: (typeof densities)[number];
  readonly text: (typeof textSizes)[number];
  readonly sounds: boolean;
  /** 0 to 1. */
  readonly volume: number;
  /** Seconds without a key or a movement after which the patron is blurred, and after which they leave; 0 for never. */
  readonly blurAfter: number;
  readonly clearAfter: number;
}

/** A day, in seconds: the longest that a station waits. */
export const longestIdle = 86_400;

/** More banknotes than any currency has. */
export const mostNotes = 16;

/** This workstation as a window may know it. The API key is never part of it. */
export interface StationView {
  readonly mode: 'practice' | 'institution';
  /** The institution's own service, where one was connected. */
  readonly institution: { readonly address: string; readonly root: string } | null;
  /** This station's own id for the library that is connected; null where it is not known yet. */
  readonly libraryId: string | null;
  /** Libraries that the institution's may be one of, until a person has said which: its service is not used before. */
  readonly possibleLibraries: readonly LibraryView[];
  /** Where the institution's key is: in the OS keychain, in memory for this run, or nowhere. */
  readonly key: 'keychain' | 'thisRun' | 'none';
  /** The proxy before the institution's service, where it wanted a login in this run. */
  readonly proxy: ProxyView | null;
  /** What seals the journal's payloads; `file` where the machine has no keychain. */
  readonly journalSeal: 'keychain' | 'file';
  readonly library: Coded | null;
  readonly desk: Coded | null;
  readonly department: (Coded & { readonly library: string }) | null;
  readonly currency: string;
  readonly appearance: Appearance;
  readonly slips: SlipSettings;
  readonly labels: LabelSettings;
  /** The library's rules, with what the scanners of this station send around each code. */
  readonly barcodes: Rules;
  /** The banknotes of a currency, where a person has set others than the usual ones. */
  readonly banknotes: Readonly<Record<string, readonly string[]>>;
  /** How what is outside this computer is reached. */
  readonly network: NetworkView;
  /** What the program runs on. */
  readonly host: { readonly name: string; readonly version: string };
  readonly version: string;
}

/** How what is outside this computer is reached, in force. */
export interface NetworkView {
  /** In the words of a PAC file; `''` for what the system says. */
  readonly proxy: string;
  /** The file with an authority that is trusted beside the system's: its name, of a policy's file the path; `''` for none. */
  readonly authority: string;
}

/** A proxy that asks for a user and a password. They are never part of this view. */
export interface ProxyView {
  /** `proxy.example:3128` */
  readonly name: string;
  /** It wants one that is not known; it did not take the one that is; one was entered since; or it took it. */
  readonly state: 'wanted' | 'refused' | 'entered' | 'accepted';
  /** Where the login for it is. */
  readonly login: 'keychain' | 'thisRun' | 'none';
}

/** How the service is doing, from the last calls. */
export interface ServiceStatus {
  readonly state: 'unknown' | 'answering' | 'slow' | 'away';
  /** Milliseconds of the last answer. */
  readonly ms: number | null;
  /** Calls left today, where the service says so. */
  readonly remaining: number | null;
}

export type StationEvent =
  | { readonly type: 'station'; readonly station: StationView }
  | { readonly type: 'service'; readonly status: ServiceStatus }
  /** The machine's clock was set: forward by so much, or back where it is negative. */
  | { readonly type: 'clock'; readonly byMs: number };

/** The circulation desks and departments that a workstation can be at. */
export interface Places {
  readonly libraries: readonly (Coded & { readonly desks: readonly Coded[] })[];
  readonly departments: readonly (Coded & { readonly library: string })[];
}

/** A named record of the practice library, to try a case with. */
export interface SampleView {
  readonly id: string;
  readonly kind: 'patron' | 'item' | 'orderLine';
  readonly code: string;
  readonly label: string;
}

/** What a test of a connection found. */
export interface ConnectionTest {
  readonly ms: number;
  readonly libraries: number;
  /**
   * Libraries that this may be one of: a person has to say which, or that it is another, and connect again. Nothing was
   * changed then. Empty where that is known.
   */
  readonly possibleLibraries: readonly LibraryView[];
}

/** A library that this station has known. */
export interface LibraryView {
  readonly id: string;
  readonly mode: 'practice' | 'institution';
  /** `''` for the one that what was done before libraries were told apart belongs to. */
  readonly name: string;
}

const BarcodeRule = z.object({
  kind: z.enum(['patron', 'item']),
  prefix: z.string().max(20),
  length: z.int().min(ruleLength.least).max(ruleLength.most).nullable(),
  digits: z.boolean(),
  checkDigit: z.boolean(),
}) satisfies z.ZodType<Rules['rules'][number]>;

export const BarcodeRules = z.object({
  rules: z.array(BarcodeRule).max(mostRules).readonly(),
  code39: z.boolean(),
  aim: z.boolean(),
  // Not in the files of the first version.
  onlyRules: z.boolean().default(false),
}) satisfies z.ZodType<Rules>;

/** Nothing that no one sees: it is never part of a code. */
const Affix = z
  .string()
  .max(longestAffix)
  .regex(/^\P{C}*$/u);

export const Affixes = z.object({ prefix: Affix, suffix: Affix }) satisfies z.ZodType<ScannerAffixes>;

/** The id of a library this station has known, or `another`. */
const WhichLibrary = z.string().min(1).max(100);

/** Whether to go although something here is unclear or unfinished: without it, that is refused (`leaving`). */
const Leave = z.boolean().default(false);

export const station = {
  'station.get': asks(Nothing).answers<StationView>(),
  /** Runs until it is aborted; reports first what is, then each change. */
  'station.watch': asks(Nothing).answers<null, StationEvent>(),
  'station.places': asks(Nothing).answers<Places>(),
  'station.choose': asks(
    z.object({ library: Id, desk: Id.nullable(), department: Id.nullable() }),
  ).answers<StationView>(),
  'station.appearance': asks(
    z
      .object({
        theme: z.enum(appearances),
        density: z.enum(densities),
        text: z.enum(textSizes),
        sounds: z.boolean(),
        volume: z.number().min(0).max(1),
        blurAfter: z.int().min(0).max(longestIdle),
        clearAfter: z.int().min(0).max(longestIdle),
      })
      .partial(),
  ).answers<StationView>(),
  /** How the library's barcodes look. A rule that asks for nothing is not accepted: it would fit every code. */
  'station.barcodes': asks(BarcodeRules).answers<StationView>(),
  /** What the scanners of this station send around each code; nothing, where codes come as they are. */
  'station.scanner': asks(Affixes).answers<StationView>(),
  /** The banknotes of a currency, as amounts; none for the usual ones. */
  'station.banknotes': asks(
    z.object({
      currency: z.string().regex(/^[A-Z]{3}$/),
      notes: z.array(z.string().max(20)).max(mostNotes).readonly(),
    }),
  ).answers<StationView>(),
  /** What a code would be read as by these rules, with this station's scanners, and why. Nothing is looked up. */
  'station.tryBarcode': asks(
    z.object({ text: z.string().max(1000), rules: BarcodeRules }),
  ).answers<BarcodeTrial>(),
  /**
   * The one call that carries an API key, from a window to main. Tests first; with `commit` the station is then
   * connected to that service, and the key is in the keychain (`keychain`) or in memory only (`thisRun`).
   * A failed test, or a keychain that refuses, changes nothing.
   */
  'station.connect': asks(
    z.object({
      address: z.string().max(2000),
      root: z.string().max(100),
      key: z.string().max(2000),
      keep: z.enum(['keychain', 'thisRun']),
      commit: z.boolean(),
      library: WhichLibrary.nullable().default(null),
      leave: Leave,
    }),
  ).answers<ConnectionTest>(),
  /** User and password for the proxy that asked for them: kept as the key is, and sent to that proxy alone. */
  'station.proxyLogin': asks(
    z.object({
      proxy: z.string().max(300),
      user: z.string().max(200),
      password: z.string().max(1000),
      keep: z.enum(['keychain', 'thisRun']),
    }),
  ).answers<StationView>(),
  'station.forgetProxyLogin': asks(z.object({ proxy: z.string().max(300) })).answers<StationView>(),
  /** Tests the connected service, with the key of this station. */
  'station.test': asks(Nothing).answers<ConnectionTest>(),
  'station.practice': asks(z.object({ leave: Leave })).answers<StationView>(),
  /** Back to the institution that was connected, with the key that was kept. */
  'station.institution': asks(z.object({ leave: Leave })).answers<StationView>(),
  /** The user says which of the known libraries the connected one is. */
  'station.whichLibrary': asks(z.object({ library: WhichLibrary })).answers<StationView>(),
  /** Forgets the institution and its key. */
  'station.forget': asks(z.object({ leave: Leave })).answers<StationView>(),
  'station.samples': asks(Nothing).answers<readonly SampleView[]>(),
  /** Prints the window's page, or saves it as a PDF where the person says; no file when they thought better of it. */
  'station.print': asks(z.object({ to: z.enum(['paper', 'pdf']) })).answers<Printed>(),
  /**
   * Notes a fault in the window's own code: what kind of error, and where, never its message. Answers the id it has
   * under in the log; `''` where there were too many to note.
   */
  'station.defect': asks(
    z.object({
      error: z.string().max(defectLimits.name),
      code: z.string().max(defectLimits.name),
      stack: z.array(z.string().max(defectLimits.line)).max(defectLimits.lines),
    }),
  ).answers<{ readonly id: string }>(),
  /** Puts a text on the clipboard: a tracking id, a barcode. */
  'station.copy': asks(z.object({ text: z.string().max(2_000_000) })).answers<null>(),
} satisfies Record<string, Call>;
