import type { WindowEvents } from './window-events.ts';
import type { HandlersOf } from '../router.ts';

/** The windows, as far as their pages have to do with them. */
export interface WindowDoor {
  readonly events: Pick<WindowEvents, 'watch'>;
  /** Closes it, whatever is open in it. */
  readonly close: (window: number) => void;
  /** It is not closed for now. */
  readonly stay: (window: number) => void;
}

/** The calls of a page about its own window. */
export const windowHandlers = ({ events, close, stay }: WindowDoor): HandlersOf<'window'> => ({
  'window.watch': (_, { window, signal, report }) => events.watch(window, signal, report),
  'window.close': (_, { window }) => {
    close(window);
    return Promise.resolve(null);
  },
  'window.stay': (_, { window }) => {
    stay(window);
    return Promise.resolve(null);
  },
});
