import type { Journal } from '../journal/port.ts';

/**
 * Wraps the journal for the time when the program closes. After that, writes of an outcome do nothing: the entry stays
 * as it is, and the next run looks it up. Writes that must not be lost throw, so that no request is sent without an
 * entry.
 */
export function journalUntil(closing: AbortSignal, journal: Journal): Journal {
  const isOpen = (): boolean => !closing.aborted;
  return {
    intend: (entry) => {
      // No request may be sent that is not in the journal.
      closing.throwIfAborted();
      journal.intend(entry);
    },
    sent: (id) => {
      closing.throwIfAborted();
      journal.sent(id);
    },
    settle: (id, state, detail) => {
      if (isOpen()) journal.settle(id, state, detail);
    },
    entry: (id) => (isOpen() ? journal.entry(id) : null),
    doneIn: (queue, operation) => (isOpen() ? journal.doneIn(queue, operation) : []),
    madeAt: (library, operations, most) => (isOpen() ? journal.madeAt(library, operations, most) : []),
    unsettled: () => (isOpen() ? journal.unsettled() : []),
    notFound: () => (isOpen() ? journal.notFound() : []),
    rechecked: (id, next) => {
      if (isOpen()) journal.rechecked(id, next);
    },
    overtaken: (id, by) => {
      if (isOpen()) journal.overtaken(id, by);
    },
    late: () => (isOpen() ? journal.late() : []),
    acknowledgeLate: (id) => {
      closing.throwIfAborted();
      journal.acknowledgeLate(id);
    },
    libraries: () => (isOpen() ? journal.libraries() : []),
    keepLibrary: (library, mark) => {
      closing.throwIfAborted();
      journal.keepLibrary(library, mark);
    },
    marks: (text) => journal.marks(text),
    atTill: (till) => (isOpen() ? journal.atTill(till) : []),
    closeTills: (report, ids) => {
      closing.throwIfAborted();
      journal.closeTills(report, ids);
    },
    tillsOf: (library, ids) => (isOpen() ? journal.tillsOf(library, ids) : new Map()),
    openTills: () => (isOpen() ? journal.openTills() : []),
    saveScan: (entry) => {
      if (isOpen()) journal.saveScan(entry);
    },
    openScans: (room) => (isOpen() ? journal.openScans(room) : []),
    endSession: (session) => {
      if (isOpen()) journal.endSession(session);
    },
    scanOutcomes: (asked) => (isOpen() ? journal.scanOutcomes(asked) : { scans: [], last: null }),
    firstScan: (library) => (isOpen() ? journal.firstScan(library) : null),
    saveStep: (step, when) => {
      closing.throwIfAborted();
      journal.saveStep(step, when);
    },
    openSteps: () => (isOpen() ? journal.openSteps() : []),
    updateStep: (id, outcome) => {
      if (isOpen()) journal.updateStep(id, outcome);
    },
    endSteps: (ids) => {
      if (isOpen()) journal.endSteps(ids);
    },
    keep: (record) => {
      closing.throwIfAborted();
      journal.keep(record);
    },
    kept: (library, kind, most) => (isOpen() ? journal.kept(library, kind, most) : []),
    keptPage: (library, kind, page) =>
      isOpen() ? journal.keptPage(library, kind, page) : { records: [], next: null },
    keptOne: (id) => (isOpen() ? journal.keptOne(id) : null),
    dropKept: (id) => {
      if (isOpen()) journal.dropKept(id);
    },
    close: () => journal.close(),
  };
}
