import { LoudEmitter, refuse } from './refuse.ts';
import { lifecycle } from './windows.ts';

type Source = 'system' | 'light' | 'dark';

/** `nativeTheme`: the windows follow it by an emulated `prefers-color-scheme`. The desktop's own theme is light here. */
class NativeTheme extends LoudEmitter {
  protected static override readonly events = new Set(['updated']);
  #source: Source = 'system';

  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  readonly prefersReducedTransparency = false;

  get themeSource(): Source {
    return this.#source;
  }
  set themeSource(source: Source) {
    // On macOS Electron forgets one that comes earlier.
    if (!lifecycle.ready) refuse('nativeTheme.themeSource before the app is ready');
    if (source === this.#source) return;
    this.#source = source;
    this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

/** Electron's `nativeTheme`. */
export const nativeTheme = new NativeTheme();
