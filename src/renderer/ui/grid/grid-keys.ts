import { nameOf } from '../list/row-keys.ts';
import { gridActions } from './grid-actions.ts';
import type { GridModel } from './grid-model.svelte.ts';

/** What a key finds: the grid, how many rows a page has, and which way the text runs. */
export interface KeyPlace {
  readonly model: GridModel;
  readonly page: number;
  readonly rightToLeft: boolean;
}

const far = Number.MAX_SAFE_INTEGER;

/** By how many rows and columns a key moves; null for one that does not. */
function moveOf({ key, ctrlKey, metaKey }: KeyboardEvent, { page, rightToLeft }: KeyPlace) {
  const whole = ctrlKey || metaKey;
  const by = whole ? far : 1;
  const ahead = rightToLeft ? -by : by;
  switch (key) {
    case 'ArrowDown':
      return { rows: by };
    case 'ArrowUp':
      return { rows: -by };
    case 'ArrowRight':
      return { columns: ahead };
    case 'ArrowLeft':
      return { columns: -ahead };
    case 'Home':
      return { columns: -far, ...(whole && { rows: -far }) };
    case 'End':
      return { columns: far, ...(whole && { rows: far }) };
    case 'PageDown':
      return { rows: page };
    case 'PageUp':
      return { rows: -page };
    default:
      return null;
  }
}

/** Does what a key means in a grid; answers whether it means anything. */
export function actOnKey(event: KeyboardEvent, place: KeyPlace): boolean {
  if (event.isComposing || event.key === 'Process') return false;
  return place.model.editing ? whileEditing(event, place) : whileMoving(event, place);
}

function whileEditing(event: KeyboardEvent, place: KeyPlace): boolean {
  const { model } = place;
  const { key, shiftKey, altKey } = event;
  if (key === 'Enter' && altKey) return newLine(event);
  if (key === 'Enter') {
    model.commitText();
    model.move({ rows: shiftKey ? -1 : 1 });
    return true;
  }
  if (key === 'Tab') {
    model.commitText();
    return model.tab(shiftKey ? -1 : 1);
  }
  if (key === 'Escape') {
    model.cancel();
    return true;
  }
  if (key === 'F2') {
    model.edit('within', model.text);
    return true;
  }
  // Who types over a cell goes on with the arrows; who edits its text moves within it.
  if (model.editing === 'within' || !key.startsWith('Arrow')) return false;
  const step = moveOf(event, place);
  return step !== null && !shiftKey && moved(model, step, false);
}

/** Alt+Enter: a line end within the cell. */
function newLine({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLTextAreaElement)) return false;
  target.setRangeText('\n', target.selectionStart, target.selectionEnd, 'end');
  target.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return true;
}

function moved(model: GridModel, step: { rows?: number; columns?: number }, extend: boolean): true {
  model.move(step, extend);
  return true;
}

function whileMoving(event: KeyboardEvent, place: KeyPlace): boolean {
  const { model } = place;
  const { key, shiftKey, altKey } = event;
  model.note = null;
  if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
    model.moveRows(key === 'ArrowUp' ? -1 : 1);
    return true;
  }
  const step = altKey ? null : moveOf(event, place);
  if (step) return moved(model, step, shiftKey);
  if (key === 'Tab') return model.tab(shiftKey ? -1 : 1);
  const acts: Readonly<Record<string, () => unknown>> = {
    Enter: () => model.edit('within') || model.move({ rows: 1 }),
    'Shift+Enter': () => model.move({ rows: -1 }),
    [gridActions.edit.key]: () => model.edit('within'),
    [gridActions.clear.key]: () => model.clear(),
    Backspace: () => model.clear(),
    [gridActions.all.key]: () => model.selectAll(),
    'Shift+ ': () => model.selectRows(),
    [gridActions.undo.key]: () => model.undo(),
    [gridActions.redo.key]: () => model.redo(),
    'Ctrl+Shift+Z': () => model.redo(),
    [gridActions.add.key]: () => model.addRow(),
    [gridActions.duplicate.key]: () => model.duplicate(),
    [gridActions.remove.key]: () => model.removeRows(),
  };
  const act = acts[nameOf(event)] ?? (key === ' ' ? toggling(model) : undefined);
  act?.();
  return act !== undefined;
}

/** Space in a flag. */
function toggling(model: GridModel): (() => void) | undefined {
  const column = model.selection?.at.column ?? -1;
  return model.columns[column]?.kind === 'flag' ? () => model.toggle(column) : undefined;
}
