import type { Shell } from '../app/shell.svelte.ts';
import type { SectionId } from './sections.ts';

/** A record of the configuration that is to be shown. */
export interface Target {
  readonly section: SectionId;
  /** The library whose code it is, where each library has its own: desks and locations. `''` elsewhere. */
  readonly library: string;
  /** `''`: the section with its list, narrowed to the library where one is named. */
  readonly code: string;
}

/**
 * The way from a code to the record it names: one section asks for it, and the section that has it shows it as soon as
 * it is open. Got by `shell.stateOf(ConfigurationTarget)`.
 */
export class ConfigurationTarget {
  /** What is to be shown and was not taken yet. */
  #wanted = $state.raw<Target | null>(null);
  readonly #shell: Shell;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Opens the section that has it. */
  show(target: Target): void {
    this.#wanted = target;
    this.#shell.showSection('configuration', () => this.#shell.configuration.open(target.section, 'first'));
  }

  /** What this section is to show; null where nothing is asked of it. To be called in an effect of the section. */
  take(section: SectionId): Target | null {
    const wanted = this.#wanted;
    if (wanted?.section !== section) return null;
    this.#wanted = null;
    return wanted;
  }

  forget(): void {
    this.#wanted = null;
  }
}
