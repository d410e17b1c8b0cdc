import type { SectionId } from './sections.ts';

/** Which section of the settings is open. It stays open while other rooms are. */
export class OpenSection {
  id = $state<SectionId>('place');
  /** What gets the focus as soon as it is on the screen: the name of the open section, or the choice of a library. */
  focusOn = $state<'name' | 'library' | null>(null);

  open(id: SectionId, focusOn: 'name' | 'library' = 'name'): void {
    this.id = id;
    this.focusOn = focusOn;
  }
}
