/** The section of a room of many parts that is open. It stays open while other rooms are. */
export class OpenSection<Id extends string, Place extends string = never> {
  id: Id = $state() as Id;
  /** What gets the focus as soon as it is on the screen: the name of the open section, or a place in it. */
  focusOn = $state<'name' | Place | null>(null);

  constructor(first: Id) {
    this.id = first;
  }

  open(id: Id, focusOn: 'name' | Place = 'name'): void {
    this.id = id;
    this.focusOn = focusOn;
  }
}

/** The section so many places further down the list; after the last one comes the first. */
export function sectionAfter<Id extends string>(
  sections: readonly { readonly id: Id }[],
  id: Id,
  by: 1 | -1,
): Id {
  const at = sections.findIndex((section) => section.id === id);
  return sections.at((at + by) % sections.length)?.id ?? id;
}
