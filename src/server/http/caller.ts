import type { Socket } from 'node:net';

/** The connection a call came by, as far as the service looks at it. Who calls without one brings a stand-in. */
export interface Caller {
  readonly incoming: { readonly socket: Pick<Socket, 'remoteAddress' | 'destroy'> };
}
