import { Nothing } from './common.ts';
import { asks, type Call } from './define.ts';

/** What a window's page is told of the window itself, and of the machine. */
export type WindowEvent =
  /** Somebody wants to close it: the page says `window.close` or, where something is open in it, `window.stay`. */
  | { readonly type: 'closeAsked' }
  /** Somebody asks for help from the menu. */
  | { readonly type: 'help' }
  /** The machine is locked, falls asleep, or is another user's now: whoever was here has left. */
  | { readonly type: 'left' }
  /** It is unlocked, awake, or this user's again. */
  | { readonly type: 'back' };

export const window = {
  /** Runs until it is aborted, and reports each event as it happens. */
  'window.watch': asks(Nothing).answers<null, WindowEvent>(),
  /** The window may go: nothing is open in it, or the person said so. */
  'window.close': asks(Nothing).answers<null>(),
  /** Something is open in it: the person is asked. */
  'window.stay': asks(Nothing).answers<null>(),
} satisfies Record<string, Call>;
