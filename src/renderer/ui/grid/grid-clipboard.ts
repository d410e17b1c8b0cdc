import type { Attachment } from 'svelte/attachments';
import type { GridModel } from './grid-model.svelte.ts';

/**
 * Copies, cuts and pastes blocks while the focus is in the grid. The events are heard from the whole page: where the
 * current cell is no text, they come to the page and not to the cell.
 */
export function gridClipboard(model: GridModel): Attachment<HTMLElement> {
  return (grid) => {
    const over = new AbortController();
    const hear = (name: 'copy' | 'cut' | 'paste', act: (data: DataTransfer) => void): void => {
      document.addEventListener(
        name,
        (event) => {
          const isHere = grid.contains(document.activeElement) && !model.editing;
          if (!isHere || !event.clipboardData) return;
          event.preventDefault();
          act(event.clipboardData);
        },
        { signal: over.signal },
      );
    };
    hear('copy', (data) => data.setData('text/plain', model.copy()));
    hear('cut', (data) => {
      data.setData('text/plain', model.copy());
      model.clear();
    });
    hear('paste', (data) => model.paste(data.getData('text/plain')));
    return () => over.abort();
  };
}
