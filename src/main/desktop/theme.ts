import type { Appearance } from '../../contract/station.ts';

/** What the OS's own parts of a window follow. High contrast is the page's: its light and dark are the system's. */
export function themeSourceOf({ theme }: Pick<Appearance, 'theme'>): 'system' | 'light' | 'dark' {
  return theme === 'contrast' ? 'system' : theme;
}
