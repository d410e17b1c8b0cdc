import type { CallName } from '../contract/index.ts';
import type { Handler } from './router.ts';

/** The handlers of one area: the calls whose names begin so. */
export type HandlersOf<P extends string> = {
  readonly [K in Extract<CallName, `${P}.${string}`>]: Handler<K>;
};
