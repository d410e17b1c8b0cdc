import { Nothing } from './common.ts';
import { asks, type Call } from './define.ts';
import type { PrintedKind } from './slips.ts';

/**
 * Everything that a fleet may set, by the name it has in a policy file, in the registry and in a profile: without dots.
 * What each takes, and what it does, is in `main/policy/catalogue.ts`, which does not compile without it.
 */
export const policyIds = [
  'serviceAddress',
  'serviceRoot',
  'placeByHost',
  'slipPrinters',
  'proxy',
  'authorityFile',
  'language',
  'blurAfter',
  'clearAfter',
  'updateMode',
  'updateRing',
  'updateVersion',
  'maintenanceWindow',
  'allowFeeWaiving',
  'allowExports',
  'allowForcedPayment',
] as const;
export type PolicyId = (typeof policyIds)[number];

/** What a policy may switch off. */
export const features = ['feeWaiving', 'exports', 'forcedPayment'] as const;
export type Feature = (typeof features)[number];

/** What is wrong with a policy. */
export type PolicyFault =
  /** It has no content at all. */
  | 'empty'
  /** The system did not give it: its code is the detail. */
  | 'notRead'
  /** A folder, or something else that is no file. */
  | 'notAFile'
  | 'tooLarge'
  /** It, or a folder on the way to it, belongs to a user, or can be changed by one: that is the detail. */
  | 'userCanWrite'
  /** Neither UTF-8 nor UTF-16 with its mark. */
  | 'encoding'
  /** It is no JSON; of a profile, no property list. */
  | 'syntax'
  | 'tooDeep'
  /** It says another schema, or none. */
  | 'schema'
  /** A name that no setting has. */
  | 'unknown'
  /** A name, or an address, that carries a secret. */
  | 'secret'
  /** The same name twice in one object. */
  | 'twice'
  /** A text where a number was to be, and the like; what was to be is the detail. */
  | 'type'
  /** Of the right type, and not possible; the detail says what is. */
  | 'value'
  /** A file that the policy names holds no certificates. */
  | 'notCertificates';

export interface PolicyProblem {
  /** The file, or the key of the registry. */
  readonly place: string;
  /** From 1; null where it is no text, or the fault is in no line of it. */
  readonly line: number | null;
  readonly column: number | null;
  /** The name of the setting, with what it is within: `mandatory.blurAfter`; `''` for the whole. */
  readonly key: string;
  readonly why: PolicyFault;
  readonly detail: string;
  /** The same in words, without place and line: `“blurafter” is no setting.` */
  readonly text: string;
}

/** One place where a policy may be. Places without one are listed too, so that IT sees where this machine looks. */
export interface PolicyPlace {
  /** `/etc/carrel/policy.d/10-desk.json`, `HKLM\Software\Policies\Carrel` */
  readonly place: string;
  /**
   * There is none; it is in force; it is broken, and the one that was good last is in force; it is broken, and none was
   * ever good.
   */
  readonly state: 'none' | 'inForce' | 'lastGood' | 'broken';
  /** How many settings are in force from it. */
  readonly settings: number;
  /** Since when the one in force is known, as an ISO moment; `''` where none is. */
  readonly since: string;
}

/** A setting that the policy changes, and that has not changed yet. */
export interface WaitingSetting {
  readonly id: PolicyId;
  /** What it will be. */
  readonly value: string;
  /**
   * - `work` something is under way at a desk, unclear, or unfinished
   * - `noService` the library system is not connected, or does not answer
   * - `unknown` the library system has no such library, desk or department
   * - `notWritten` the settings could not be written
   */
  readonly why: 'work' | 'noService' | 'unknown' | 'notWritten';
}

/** The policy of this workstation, as a window may know it. */
export interface PolicyView {
  /** The worst of the places. With `broken`, what can be switched off is off, and service and place stay. */
  readonly state: PolicyPlace['state'];
  /** The strongest first. */
  readonly places: readonly PolicyPlace[];
  readonly problems: readonly PolicyProblem[];
  readonly waiting: readonly WaitingSetting[];
  /** What a user cannot change here, and the place that says so. */
  readonly locked: Partial<Readonly<Record<PolicyId, string>>>;
  /** Of `slipPrinters`, the kinds whose printer and roll are locked: a policy need not name all. */
  readonly lockedPrinters: readonly PrintedKind[];
  /** What is switched off here, and the place that says so; of a broken place, that one. */
  readonly off: Partial<Readonly<Record<Feature, string>>>;
}

/** Where the value of a setting is from; `place` is the file, or the key of the registry. */
export type PolicyOrigin =
  | { readonly from: 'mandatory' | 'recommended'; readonly place: string }
  | { readonly from: 'user' | 'default' };

/** One setting as it is now. */
export interface EffectiveSetting {
  readonly id: PolicyId;
  readonly title: string;
  /** For people: `3 minutes`, `MAIN · Front desk`; `''` for none. */
  readonly value: string;
  readonly origin: PolicyOrigin;
}

/** What IT sets on workstations, and what came of it here. */
export const policy = {
  /** Runs until it is aborted; reports first what is, then each change. */
  'policy.watch': asks(Nothing).answers<null, PolicyView>(),
  /** All settings that a policy can set, in the order of the catalogue, with their values now. */
  'policy.settings': asks(Nothing).answers<readonly EffectiveSetting[]>(),
  /** The same, with places and problems, as lines of plain text: for the clipboard, and for paper. */
  'policy.sheet': asks(Nothing).answers<{ readonly text: string }>(),
  /** Reads all places now, without waiting for the system to say that one has changed. */
  'policy.reread': asks(Nothing).answers<PolicyView>(),
} satisfies Record<string, Call>;
