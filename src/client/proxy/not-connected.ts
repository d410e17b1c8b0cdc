import type { Unreachable } from '../errors.ts';

/** No connection to the service came about: whatever was to be sent has not left. Holds no cause, and no password. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
  readonly why: Unreachable;
  /** Which proxy, and what it said: for the administrator of the network. */
  readonly detail: string;
  /** Trying again cannot help. */
  readonly lasting: boolean;

  constructor(why: Unreachable, detail: string, lasting: boolean) {
    super(why);
    this.why = why;
    this.detail = detail;
    this.lasting = lasting;
  }
}
