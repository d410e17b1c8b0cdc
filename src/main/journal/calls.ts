import { listenUntil } from '../emitter.ts';
import type { StationJournal } from '../station/station-journal.ts';
import type { HandlersOf } from '../router.ts';

/** The calls about the journal itself. They also work while the journal cannot be used. */
export function journalHandlers(journal: StationJournal): HandlersOf<'journal'> {
  return {
    'journal.watch': (_, { signal, report }) => {
      report(journal.view());
      return listenUntil(journal.changes, signal, () => report(journal.view()));
    },
    'journal.acknowledge': ({ keptAs }) => {
      journal.acknowledge(keptAs);
      return Promise.resolve(null);
    },
    'journal.tryAgain': async () => {
      await journal.open();
      return null;
    },
    'journal.goOnWithout': async () => {
      await journal.goOnWithout();
      return null;
    },
  };
}
