import { m } from '../../../messages/compiled/messages.js';
import { componentAction, type Action } from '../../app/actions.svelte.ts';

const inGrid = <K extends string>(id: string, label: () => string, key: K): Action & { readonly key: K } => ({
  ...componentAction({ id: `grid-${id}`, group: 'grid', where: 'list', label }),
  key,
});

/** What every grid has keys for; the grid that has the focus does it. */
export const gridActions = {
  edit: inGrid('edit', m.grid_key_edit, 'F2'),
  line: inGrid('line', m.grid_key_line, 'Alt+Enter'),
  clear: inGrid('clear', m.grid_key_clear, 'Delete'),
  all: inGrid('all', m.grid_key_all, 'Ctrl+A'),
  copy: inGrid('copy', m.grid_key_copy, 'Ctrl+C'),
  cut: inGrid('cut', m.grid_key_cut, 'Ctrl+X'),
  paste: inGrid('paste', m.grid_key_paste, 'Ctrl+V'),
  save: inGrid('save', m.grid_save, 'Ctrl+S'),
  undo: inGrid('undo', m.grid_undo, 'Ctrl+Z'),
  redo: inGrid('redo', m.grid_redo, 'Ctrl+Y'),
  add: inGrid('add', m.grid_add, 'Insert'),
  duplicate: inGrid('duplicate', m.grid_duplicate, 'Ctrl+D'),
  remove: inGrid('remove', m.grid_remove, 'Ctrl+Delete'),
  up: inGrid('up', m.grid_key_move, 'Alt+ArrowUp'),
  down: inGrid('down', m.grid_key_move, 'Alt+ArrowDown'),
};
