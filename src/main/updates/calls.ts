import { listenUntil } from '../emitter.ts';
import type { HandlersOf } from '../router.ts';
import type { Updates } from './updates.ts';

/** Updates, as the windows see and ask for them. */
export const updateHandlers = (updates: Updates): HandlersOf<'updates'> => ({
  'updates.watch': (_, { signal, report }) => {
    report(updates.view());
    return listenUntil(updates.changes, signal, report);
  },
  'updates.check': () => updates.check(),
  'updates.download': () => updates.download(),
  'updates.install': () => updates.install(),
});
