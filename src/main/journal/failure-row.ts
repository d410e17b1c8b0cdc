import * as z from 'zod';
import type {
  Failure,
  FieldProblem,
  Invalid,
  JournalTrouble,
  Printing,
  SettingsTrouble,
  Unreachable,
} from '../../contract/failure.ts';
import { features, policyIds } from '../../contract/policy.ts';

/** A schema for a union of strings. A missing one does not compile. */
export const words = <T extends string>(all: Readonly<Record<T, true>>): z.ZodType<T> =>
  z.custom<T>((value) => typeof value === 'string' && Object.hasOwn(all, value));

const Text = z.string();
const TrackingId = z.string().nullable();

const Why = words<Unreachable>({
  noSuchHost: true,
  connectionRefused: true,
  timeout: true,
  certificate: true,
  notThatService: true,
  unreadable: true,
  network: true,
  proxyNotFound: true,
  proxyUnreachable: true,
  proxyCertificate: true,
  proxyRefused: true,
  proxyLogin: true,
  proxyLoginRefused: true,
  proxyLoginKind: true,
  proxyKind: true,
  didNotHappen: true,
});

const Reason = words<Invalid>({
  required: true,
  tooLong: true,
  controlCharacters: true,
  notAnAmount: true,
  notPositive: true,
  aboveBalance: true,
  tooManyDecimals: true,
  notWhole: true,
  tooLarge: true,
  notACurrency: true,
  doesNotAddUp: true,
  notADate: true,
  notATime: true,
  beforeStart: true,
  inThePast: true,
  tooFarAhead: true,
  outOfRange: true,
  offPage: true,
  notHttps: true,
  notAnAddress: true,
  notAnEmail: true,
  twice: true,
  notAKey: true,
  alreadySent: true,
  moved: true,
  scansOpen: true,
  noPatron: true,
  draining: true,
  noDesk: true,
  gone: true,
  incomplete: true,
  noIds: true,
  several: true,
  otherJob: true,
  notOnLoan: true,
  alreadyReceived: true,
  otherBook: true,
  noOrderLine: true,
  noItems: true,
  orderCancelled: true,
  notInDepartment: true,
  notListed: true,
  alreadyPaid: true,
  hasAlert: true,
  notAPicture: true,
  notAProxy: true,
  notCertificates: true,
  fileNotRead: true,
  fileNotWritten: true,
  fileNotOpened: true,
  fileTooLarge: true,
  fileEmpty: true,
  notNow: true,
  otherRoom: true,
  nothingToUndo: true,
  cannotUndo: true,
  malformed: true,
});

const Slip = words<Printing>({
  noPrinter: true,
  notThere: true,
  refused: true,
  slow: true,
  notListed: true,
  noFolder: true,
  notSaved: true,
});

const Locked = words<Extract<Failure, { kind: 'locked' }>['why']>({
  noKeychain: true,
  keychainLocked: true,
  keychainRefused: true,
  keychainTimeout: true,
  keyNotGiven: true,
  keyNotRemoved: true,
});

const Trouble = words<JournalTrouble>({ closed: true, full: true, notWritten: true, damaged: true });

const Settings = words<SettingsTrouble>({ full: true, notWritten: true });

const PolicySetting = z.enum(policyIds);

const Problem: z.ZodType<FieldProblem> = z.object({ field: Text, reason: Reason, detail: Text });

/** One schema for each kind of failure. A missing one does not compile. */
const kinds: { readonly [K in Failure['kind']]: z.ZodType<Extract<Failure, { kind: K }>> } = {
  refused: z.looseObject({
    kind: z.literal('refused'),
    operation: Text,
    status: z.number(),
    code: Text,
    message: Text,
    trackingId: TrackingId,
  }),
  unreachable: z.looseObject({ kind: z.literal('unreachable'), why: Why, detail: Text }),
  'unknown-outcome': z.looseObject({
    kind: z.literal('unknown-outcome'),
    operation: Text,
    journalId: Text,
    trackingId: TrackingId,
  }),
  invalid: z.looseObject({
    kind: z.literal('invalid'),
    field: Text,
    reason: Reason,
    detail: Text,
    others: z.array(Problem).exactOptional(),
  }),
  unauthorized: z.looseObject({ kind: z.literal('unauthorized'), trackingId: TrackingId }),
  rowLost: z.looseObject({ kind: z.literal('rowLost') }),
  throttled: z.looseObject({ kind: z.literal('throttled') }),
  unsettled: z.looseObject({
    kind: z.literal('unsettled'),
    operation: Text,
    journalId: Text,
    at: Text,
  }),
  conflict: z.looseObject({
    kind: z.literal('conflict'),
    differences: z.array(z.object({ field: Text, was: Text, is: Text })),
  }),
  locked: z.looseObject({ kind: z.literal('locked'), why: Locked }),
  whichLibrary: z.looseObject({ kind: z.literal('whichLibrary') }),
  leaving: z.looseObject({ kind: z.literal('leaving'), unclear: z.number(), unfinished: z.number() }),
  cancelled: z.looseObject({ kind: z.literal('cancelled') }),
  printer: z.looseObject({ kind: z.literal('printer'), why: Slip, detail: Text }),
  journal: z.looseObject({ kind: z.literal('journal'), why: Trouble }),
  settings: z.union([
    z.looseObject({ kind: z.literal('settings'), why: Settings }),
    z.looseObject({
      kind: z.literal('settings'),
      why: z.literal('locked'),
      setting: PolicySetting,
      place: Text,
    }),
  ]),
  switchedOff: z.looseObject({
    kind: z.literal('switchedOff'),
    feature: z.enum(features),
    place: Text,
    broken: z.boolean(),
  }),
  defect: z.looseObject({ kind: z.literal('defect'), id: Text }),
};

/** A failure as it is stored in a row. */
export const FailureRow: z.ZodType<Failure> = z.union(Object.values(kinds));
