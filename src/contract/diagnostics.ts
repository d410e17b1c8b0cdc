import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Nothing } from './common.ts';
import { policyIds } from './policy.ts';
import { slipKinds, slipTimes } from './slips.ts';

const Count = z.int().min(0);
const Size = z.object({ width: z.number(), height: z.number() });

/** Rows of one table of the journal, by their state or kind. */
const Rows = z.object({ table: z.string(), state: z.string(), rows: Count });

/**
 * What the journal counts of itself. `unreadable` is null where no key was asked for: without the program that has the
 * journal open, nothing sealed is read.
 */
const JournalCounts = z.object({
  state: z.literal('read'),
  schema: z.int(),
  /** Of the file, in bytes. */
  bytes: Count,
  rows: z.array(Rows),
  salvages: Count,
  unreadable: Count.nullable(),
});

/** `why` the counts are missing: there is no journal, another program has it, or it cannot be read. */
const NoJournal = z.object({
  state: z.literal('notRead'),
  why: z.enum(['missing', 'inUse', 'newer', 'salvaged', 'waiting', 'notOpened']),
});

/** A defect of the program, or another line of its log: never what stood in a message. */
const LogLine = z.object({
  at: z.string(),
  event: z.string(),
  /** Of a defect: its id, the type of error, and its places in the code. */
  id: z.string().nullable(),
  error: z.string().nullable(),
  code: z.string().nullable(),
  stack: z.array(z.string()),
});

/**
 * What is known of this installation, for whoever has to help: nothing of patrons, no key. `null` is what cannot be
 * known here. Times are in milliseconds, sizes of files in bytes, moments in ISO 8601.
 */
export const DiagnosticsReport = z.object({
  schema: z.literal('carrel-report/1'),
  at: z.string(),
  /** Whether the running program made it, or a process without windows, from the files. */
  from: z.enum(['program', 'files']),
  versions: z.object({
    program: z.string(),
    host: z.string(),
    node: z.string(),
    chromium: z.string().nullable(),
    system: z.string(),
    locale: z.string(),
  }),
  installed: z.object({ as: z.string(), fuses: z.array(z.object({ name: z.string(), on: z.boolean() })) }),
  clock: z.object({ zone: z.string(), startedAgoMs: z.number(), machineUpMs: z.number() }),
  settings: z.array(
    z.object({
      id: z.enum(policyIds),
      title: z.string(),
      value: z.string(),
      from: z.enum(['mandatory', 'recommended', 'user', 'default']),
      place: z.string(),
    }),
  ),
  updates: z.array(z.object({ at: z.string(), event: z.string(), version: z.string(), trouble: z.string() })),
  log: z.array(LogLine),
  journal: z.discriminatedUnion('state', [JournalCounts, NoJournal]),
  service: z
    .object({
      mode: z.enum(['practice', 'institution']),
      state: z.string(),
      answers: Count,
      lastMs: z.number().nullable(),
      medianMs: z.number().nullable(),
      worstMs: z.number().nullable(),
      callsLeft: z.number().nullable(),
    })
    .nullable(),
  printers: z.object({
    /** Null where the system was not asked, or did not say. */
    names: z.array(z.string()).nullable(),
    slips: z.array(z.object({ slip: z.enum(slipKinds), when: z.enum(slipTimes), printer: z.string() })),
  }),
  windows: z.array(Size.extend({ zoom: z.number(), maximized: z.boolean() })),
  screens: z.array(Size.extend({ scale: z.number() })),
  /** How many crash dumps lie on this machine. */
  dumps: Count,
});
export type DiagnosticsReport = z.output<typeof DiagnosticsReport>;

/** How the last run ended, where it did not end in order, and what this one found of it. */
export interface LastRun {
  /** It ended by itself; or the computer was started anew since: a power cut, a restart. */
  readonly ended: 'byItself' | 'machineRestarted';
  readonly startedAt: string;
  /** Scans that are on screen again. */
  readonly scans: number;
  /** Commands that were on their way. */
  readonly commands: number;
  /** Of those, and of earlier ones, how many are unclear now. */
  readonly unclear: number;
}

export const diagnostics = {
  /** Gathers a report; `text` is what a file of it holds. The window's latest one is what is saved or copied. */
  'diagnostics.read': asks(Nothing).answers<{ readonly report: DiagnosticsReport; readonly text: string }>(),
  /**
   * Saves the report that was shown last in this window where the user chooses, with the crash dumps if that is
   * wanted; null if they cancel.
   */
  'diagnostics.save': asks(z.object({ dumps: z.boolean() })).answers<{ readonly savedAs: string } | null>(),
  /** Puts the report that was shown last in this window on the clipboard. */
  'diagnostics.copy': asks(Nothing).answers<null>(),
  /** How the last run ended; null where it ended in order, or that was seen. */
  'diagnostics.lastRun': asks(Nothing).answers<LastRun | null>(),
  /** The user has seen it. */
  'diagnostics.lastRunSeen': asks(Nothing).answers<null>(),
} satisfies Record<string, Call>;
