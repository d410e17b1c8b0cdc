import type * as Located from './located.ts';
import type * as Preferences from './preferences.ts';

/**
 * Readers that are large and seldom needed: what says where a fault is, and what reads property lists. An ordinary start
 * loads neither; each is null until it was needed once.
 */
export const readers: {
  located: Pick<typeof Located, 'parseLocated'> | null;
  preferences: Pick<typeof Preferences, 'parsePreferences'> | null;
} = { located: null, preferences: null };

/** From now on each fault of a policy file has its line and column. */
export async function loadLocated(): Promise<void> {
  readers.located ??= await import('./located.ts');
}

/** The same, for a system; null where it was done before. */
export const explain = (): Promise<void> | null => (readers.located ? null : loadLocated());

/** From now on property lists can be read. */
export async function loadPreferences(): Promise<void> {
  readers.preferences ??= await import('./preferences.ts');
}
