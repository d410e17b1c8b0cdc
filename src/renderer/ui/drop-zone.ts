import type { Attachment } from 'svelte/attachments';
import { isDialogOpen } from '../app/keys.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes files that are dropped on an element; not while a dialog is open. Nobody needs it: whatever can be dropped can
 * be chosen with a key as well.
 *
 * @param over told whether files are above the element
 */
export function dropZone(
  over: (isOver: boolean) => void,
  ondrop: (files: readonly File[]) => void,
): Attachment<HTMLElement> {
  return (element) => {
    /** Entering a child is told before leaving its parent. */
    let depth = 0;
    const leave = (): void => {
      depth = 0;
      over(false);
    };
    const listeners = {
      dragenter: (event: DragEvent) => {
        if (!holdsFiles(event) || isDialogOpen()) return;
        event.preventDefault();
        depth += 1;
        over(true);
      },
      dragover: (event: DragEvent) => {
        if (!holdsFiles(event) || isDialogOpen()) return;
        event.preventDefault();
        if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      },
      dragleave: () => {
        depth -= 1;
        if (depth <= 0) leave();
      },
      drop: (event: DragEvent) => {
        leave();
        if (!holdsFiles(event) || isDialogOpen()) return;
        event.preventDefault();
        ondrop([...(event.dataTransfer?.files ?? [])]);
      },
    };
    const each = Object.entries(listeners) as [string, EventListener][];
    for (const [name, listen] of each) element.addEventListener(name, listen);
    return () => {
      for (const [name, listen] of each) element.removeEventListener(name, listen);
    };
  };
}
