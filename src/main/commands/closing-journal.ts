import type { Journal } from '../journal/port.ts';

/**
 * The journal until the program ends. After that, writes that note an outcome do nothing: the entry stays as it is, and
 * the next run finds out. Writes that must not be lost throw, so that nothing leaves for the service unnoted.
 */
export function journalUntil(closing: AbortSignal, journal: Journal): Journal {
  const isOpen = (): boolean => !closing.aborted;
  return {
    intend: (entry) => {
      // Nothing may leave that is not in the journal.
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
    doneIn: (lane, operation) => (isOpen() ? journal.doneIn(lane, operation) : []),
    unsettled: () => (isOpen() ? journal.unsettled() : []),
    silenced: () => (isOpen() ? journal.silenced() : []),
    rechecked: (id, next) => {
      if (isOpen()) journal.rechecked(id, next);
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
    markReported: (ids) => {
      closing.throwIfAborted();
      journal.markReported(ids);
    },
    openTills: () => (isOpen() ? journal.openTills() : []),
    saveScan: (entry) => {
      if (isOpen()) journal.saveScan(entry);
    },
    openScans: (room) => (isOpen() ? journal.openScans(room) : []),
    endSession: (session) => {
      if (isOpen()) journal.endSession(session);
    },
    owe: (step) => {
      closing.throwIfAborted();
      journal.owe(step);
    },
    owed: () => (isOpen() ? journal.owed() : []),
    updateOwed: (id, outcome) => {
      if (isOpen()) journal.updateOwed(id, outcome);
    },
    close: () => journal.close(),
  };
}
