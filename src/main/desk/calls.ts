import { listenUntil } from '../emitter.ts';
import type { Desks } from './desk.ts';
import type { DeskDeps } from '../deps.ts';
import type { CommandOutcome } from '../../contract/desk.ts';
import type { JournalEntry } from '../journal/port.ts';
import type { Tills } from '../takings/tills.ts';
import { searchPatrons } from '../patrons/search.ts';
import type { HandlersOf } from '../router.ts';

/** What the journal knows of a command by now. */
function outcomeOf(entry: JournalEntry | null): CommandOutcome {
  if (entry?.state === 'accepted') return 'happened';
  return entry?.state === 'refused' || entry?.state === 'notSent' ? 'didNotHappen' : 'unclear';
}

/** The circulation desk of the window that asks, and the commands whose outcome is unclear. */
export function deskHandlers(deps: DeskDeps, desks: Desks, tills: Tills): HandlersOf<'desk'> {
  const { connection, unclear, rechecks, clock, dueDates, journal } = deps;
  return {
    'desk.watch': async (_input, { signal, report, window }) => {
      // The window was loaded again: its open commands are refused.
      desks.of(window).intake.windowGone();
      // The till of the window is open from now on.
      tills.of(window);
      return desks.watch(window, signal, report);
    },
    'desk.search': (search, { signal }) => searchPatrons(connection, search, clock.now(), signal),
    'desk.open': ({ userId }, { window }) => desks.of(window).cards.choose(userId),
    'desk.here': (_input, { window, signal }) => desks.of(window).patrons.here(signal),
    'desk.still': async ({ id }, { window }) => {
      desks.of(window).patrons.still(id);
      return Promise.resolve(null);
    },
    'desk.refresh': (_input, { window }) => desks.of(window).openPatron.refresh(),
    'desk.acknowledge': async (_input, { window }) =>
      Promise.resolve(desks.of(window).openPatron.acknowledge()),
    'desk.due': async ({ due }, { window }) => Promise.resolve(desks.of(window).setDue(due)),
    'desk.which': async ({ id, is }, { window }) => {
      desks.of(window).cards.which.answer(id, is);
      return Promise.resolve(null);
    },
    'desk.end': async (_input, { window }) => Promise.resolve(desks.end(window)),
    'desk.unclear': async (_input, { signal, report }) => {
      const tell = (): void => report([...rechecks.late(), ...unclear.list()]);
      tell();
      await Promise.all([unclear, rechecks].map(({ changes }) => listenUntil(changes, signal, tell)));
      return null;
    },
    'desk.seenLate': async ({ id }) => {
      rechecks.acknowledge(id);
      return Promise.resolve(null);
    },
    'desk.lentNotDue': async (_input, { signal, report }) => {
      const tell = (): void => report(dueDates.list());
      tell();
      return listenUntil(dueDates.changes, signal, tell);
    },
    'desk.giveDue': async ({ id }) => {
      await dueDates.finish(id);
      return null;
    },
    'desk.settleDue': async ({ id }) => {
      dueDates.settle(id);
      return Promise.resolve(null);
    },
    'desk.lookAgain': async ({ id }) => ({ found: await unclear.lookAgain(id) }),
    'desk.outcome': ({ id }) => Promise.resolve({ found: outcomeOf(journal.entry(id)) }),
    'desk.decide': async ({ id, happened }) => {
      unclear.decide(id, happened);
      return Promise.resolve(null);
    },
  };
}
