import * as z from 'zod';
import { Nothing } from './common.ts';
import { asks, type Call } from './define.ts';

/** The first start of this workstation. */
export interface FirstStartView {
  /** Nobody has connected it yet, nor put that aside: it is offered at the desk. */
  readonly isFirst: boolean;
  /** A policy names the library system, and only the key is missing: that is asked at once. */
  readonly asksKey: boolean;
}

export const firstStart = {
  /** Runs until it is aborted; reports first what is, then each change. */
  'firstStart.watch': asks(Nothing).answers<null, FirstStartView>(),
  /** It is not offered at the desk any more; in Settings it can be taken up again. */
  'firstStart.putAside': asks(Nothing).answers<FirstStartView>(),
  /**
   * Whether the library system answers at an address, without a key: an address that was typed is known to be right before
   * the key is. Fails as a connection does.
   */
  'firstStart.address': asks(z.object({ address: z.string().max(2000), root: z.string().max(100) })).answers<{
    readonly ms: number;
  }>(),
} satisfies Record<string, Call>;
