import { startServer } from '../../src/server/server.ts';

/** A service to try, and how it is ended. */
export interface Target {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

/** Starts a practice library of our own, fresh and with its sample. The only door from the suite to the program. */
export function ownLibrary(): Promise<Target> {
  return startServer();
}
