import { listenUntil } from '../commands/listeners.ts';
import type { DeskSessions } from './sessions.ts';
import type { DeskParts } from '../deps.ts';
import type { Tills } from '../takings/tills.ts';
import { searchPatrons } from '../patrons/search.ts';
import type { HandlersOf } from '../router.ts';

/** The circulation desk: the session of the window that asks, and the commands of which nobody knows. */
export function deskHandlers(parts: DeskParts, desks: DeskSessions, tills: Tills): HandlersOf<'desk'> {
  const { standing, unclear, rechecks, clock, dues } = parts;
  return {
    'desk.watch': async (_input, { signal, report, window }) => {
      // What it was asked to do before it began anew, it does not do.
      desks.of(window).intake.giveUp();
      // The window's till is open from now on.
      tills.of(window);
      return desks.watch(window, signal, report);
    },
    'desk.search': (search, { signal }) => searchPatrons(standing, search, clock.now(), signal),
    'desk.open': ({ userId }, { window }) => desks.of(window).cards.choose(userId),
    'desk.here': (_input, { window, signal }) => desks.of(window).atDesk.here(signal),
    'desk.refresh': (_input, { window }) => desks.of(window).atDesk.refresh(),
    'desk.acknowledge': async (_input, { window }) => Promise.resolve(desks.of(window).atDesk.acknowledge()),
    'desk.due': async ({ due }, { window }) => Promise.resolve(desks.of(window).setDue(due)),
    'desk.which': async ({ id, is }, { window }) => {
      desks.of(window).which(id, is);
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
      rechecks.seen(id);
      return Promise.resolve(null);
    },
    'desk.lentNotDue': async (_input, { signal, report }) => {
      const tell = (): void => report(dues.list());
      tell();
      return listenUntil(dues.changes, signal, tell);
    },
    'desk.giveDue': async ({ id }) => {
      await dues.finish(id);
      return null;
    },
    'desk.settleDue': async ({ id }) => {
      dues.settle(id);
      return Promise.resolve(null);
    },
    'desk.lookAgain': async ({ id }) => ({ found: await unclear.lookAgain(id) }),
    'desk.decide': async ({ id, happened }) => {
      unclear.decide(id, happened);
      return Promise.resolve(null);
    },
  };
}
