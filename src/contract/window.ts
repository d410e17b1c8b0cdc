import { Nothing } from './common.ts';
import { asks, type Call } from './define.ts';

/** Events of the window itself and of the machine, for the window's page. */
export type WindowEvent =
  /** The user closes the window: the page calls `window.close` or, if something is open in it, `window.stay`. */
  | { readonly type: 'closeAsked' }
  /** The user chooses Help in the menu. */
  | { readonly type: 'help' }
  /** The machine is locked, falls asleep, or another user's session is active: the user has left. */
  | { readonly type: 'left' }
  /** It is unlocked, awake, or this user's again. */
  | { readonly type: 'back' }
  /** Main wants to know what of the window is in use: the page calls `quiet.report`. */
  | { readonly type: 'workAsked' };

export const window = {
  /** Runs until it is aborted, and reports each event as it happens. */
  'window.watch': asks(Nothing).answers<null, WindowEvent>(),
  /** The window may go: nothing is open in it, or the person said so. */
  'window.close': asks(Nothing).answers<null>(),
  /** Something is open in it: the person is asked. */
  'window.stay': asks(Nothing).answers<null>(),
} satisfies Record<string, Call>;
