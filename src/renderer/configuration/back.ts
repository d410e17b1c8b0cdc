import type { SectionState } from '../app/shell.svelte.ts';
import type { SectionId } from './sections.ts';

/** The state of sections that show a record in place of their list. */
export interface GoesBack {
  /** Esc: back to the list of this section; answers whether a record was open. */
  backIn(section: SectionId): boolean;
}

/** Whether this state has something to go back from. */
export const goesBack = (state: SectionState): state is SectionState & GoesBack => 'backIn' in state;
