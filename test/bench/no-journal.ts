import type { Journal, JournalEntry } from '../../src/main/journal/port.ts';

/**
 * A journal that writes nothing, seals nothing, and forgets: it only remembers what main asks it for while a command is
 * under way. What main takes with it is the floor under a command's time: the same work, and none of the journal's.
 */
export function noJournal(): Journal {
  const entries = new Map<string, JournalEntry>();
  const change = (id: string, change: Partial<JournalEntry>): void => {
    const entry = entries.get(id);
    if (entry) entries.set(id, { ...entry, ...change });
  };
  return {
    intend: (entry) =>
      void entries.set(entry.id, {
        ...{ ...entry, state: 'intended', failure: null, trackingId: null, at: '', settledAt: null },
        ...{ settledBy: null, till: entry.till ?? null, recheck: null, undid: null },
      }),
    sent: (id) => change(id, { state: 'sent' }),
    settle: (id, state) => change(id, { state }),
    entry: (id) => entries.get(id) ?? null,
    doneIn: () => [],
    madeAt: () => [],
    unsettled: () => [],
    notFound: () => [],
    rechecked: () => undefined,
    overtaken: () => undefined,
    late: () => [],
    acknowledgeLate: () => undefined,
    libraries: () => [],
    keepLibrary: () => undefined,
    marks: () => [],
    atTill: () => [],
    closeTills: () => undefined,
    tillsOf: () => new Map(),
    openTills: () => [],
    saveScan: () => undefined,
    openScans: () => [],
    endSession: () => undefined,
    scanOutcomes: () => ({ scans: [], last: null }),
    firstScan: () => null,
    saveStep: () => undefined,
    openSteps: () => [],
    updateStep: () => undefined,
    endSteps: () => undefined,
    keep: () => undefined,
    kept: () => [],
    keptPage: () => ({ records: [], next: null }),
    keptOne: () => null,
    dropKept: () => undefined,
    close: () => undefined,
  };
}
