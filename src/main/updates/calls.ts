import { listenUntil } from '../emitter.ts';
import type { HandlersOf } from '../router.ts';
import type { SettingsStore } from '../station/settings.ts';
import type { Updates } from './updates.ts';

/** Updates, as the windows see and ask for them. */
export const updateHandlers = (
  updates: Updates,
  settings: Pick<SettingsStore, 'change'>,
): HandlersOf<'updates'> => ({
  'updates.watch': (_, { signal, report }) => {
    report(updates.view());
    return listenUntil(updates.changes, signal, report);
  },
  'updates.mode': ({ mode }) => {
    settings.change({ updates: { mode } });
    updates.settingsChanged();
    return Promise.resolve(updates.view());
  },
  'updates.check': () => updates.check(),
  'updates.download': () => updates.download(),
  'updates.install': () => updates.install(),
});
