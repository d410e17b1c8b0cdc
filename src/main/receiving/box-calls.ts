import { invalid } from '../failure.ts';
import type { HandlersOf } from '../router.ts';
import { beginBoxCheck } from './box-begin.ts';
import { checkOf, noteTrouble } from './box-note.ts';
import type { Receiving } from './receiving.ts';

/** The box check of the trolley of the window that asks. */
export function boxHandlers(receiving: Receiving): HandlersOf<'receiving.box'> {
  const { rooms } = receiving;
  return {
    'receiving.box.begin': (input, { window, signal, report }) =>
      beginBoxCheck(receiving, rooms.of(window), input, { signal, report }),
    'receiving.box.damaged': ({ id, damaged }, { window }) => {
      const { trolley } = rooms.of(window);
      const check = checkOf(trolley);
      if (!trolley.get(id)) throw invalid('id', 'gone');
      const others = check.damaged.filter((one) => one !== id);
      trolley.setCheck({ ...check, damaged: damaged ? [...others, id] : others });
      rooms.trolleyChanged(trolley);
      return Promise.resolve(null);
    },
    'receiving.box.note': async (input, { window, signal }) => {
      await noteTrouble(receiving, rooms.of(window).trolley, input, signal);
      return null;
    },
    'receiving.box.end': (_input, { window }) => {
      const { trolley } = rooms.of(window);
      checkOf(trolley);
      trolley.setCheck(null);
      rooms.trolleyChanged(trolley);
      return Promise.resolve(null);
    },
  };
}
