import { invalid } from '../failure.ts';
import type { HandlersOf } from '../router.ts';
import { assertConnected } from '../scans/scan.ts';
import { answerBook, dropBook, seenBooks, setBook, tryBookAgain } from './book-acts.ts';
import { checkedSettings } from './checked-settings.ts';
import type { Receiving } from './receiving.ts';
import { saveList } from './trolley-list.ts';
import { bookView, trolleyView } from './trolley-view.ts';

/** The trolley of the window that asks. */
export function trolleyHandlers(receiving: Receiving): HandlersOf<'receiving.trolley'> {
  const { deps, rooms, trolleys } = receiving;
  /** Does something with the trolley of a window, and shows the one it then has. */
  const change = <T>(window: number, act: (room: object) => T): T => {
    const room = rooms.of(window);
    const result = act(room);
    rooms.trolleyChanged(room.trolley);
    return result;
  };
  return {
    'receiving.trolley.set': ({ settings, once }, { window }) => {
      const checked = checkedSettings(settings, deps.clock.now());
      const set = (library: string) =>
        change(window, (room) => {
          const trolley = trolleys.of(room);
          if (trolley.library !== '' && trolley.library !== library) throw invalid('library', 'moved');
          trolley.set(checked, library, once);
          return trolleyView(trolley);
        });
      const known = deps.connection.library();
      // At once, or before any scan that comes after it: whoever sets a mode scans the next book by it.
      if (known) return Promise.resolve(set(known.id));
      return rooms.of(window).hold(async () => {
        const { library } = await deps.connection.service();
        assertConnected({ library }, deps.connection);
        return set(library.id);
      });
    },
    'receiving.trolley.begin': async ({ settings }, { window }) => {
      const checked = checkedSettings(settings, deps.clock.now());
      const { library } = await deps.connection.service();
      assertConnected({ library }, deps.connection);
      return change(window, (room) => {
        if (!trolleys.of(room).isEmpty) trolleys.putAside(room);
        const trolley = trolleys.of(room);
        trolley.set(checked, library.id, false);
        return trolleyView(trolley);
      });
    },
    'receiving.trolley.saveList': (_input, { window }) =>
      saveList(deps, window, trolleys.of(rooms.of(window))),
    'receiving.trolley.setBook': ({ id, settings }) =>
      Promise.resolve(bookView(setBook(receiving, id, settings))),
    'receiving.trolley.answer': ({ id, answer }) => {
      answerBook(receiving, id, answer);
      return Promise.resolve(null);
    },
    'receiving.trolley.seen': ({ ids }) => {
      seenBooks(receiving, ids);
      return Promise.resolve(null);
    },
    'receiving.trolley.again': ({ id }) => {
      tryBookAgain(receiving, id);
      return Promise.resolve(null);
    },
    'receiving.trolley.drop': ({ id }) => {
      dropBook(receiving, id);
      return Promise.resolve(null);
    },
    'receiving.trolley.putAside': (_input, { window }) => {
      change(window, (room) => trolleys.putAside(room));
      return Promise.resolve(null);
    },
    'receiving.trolley.takeUp': ({ id }, { window }) => {
      change(window, (room) => trolleys.takeUp(room, id));
      return Promise.resolve(null);
    },
    'receiving.trolley.end': (_input, { window }) =>
      Promise.resolve(change(window, (room) => trolleys.end(room))),
  };
}
