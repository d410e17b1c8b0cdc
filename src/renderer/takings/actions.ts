import { m } from '../../messages/compiled/messages.js';
import { placed } from '../app/actions.svelte.ts';

const words = { group: 'fees', where: 'dialog' } as const;
const actions = {
  copy: placed({ ...words, id: 'takings-copy', label: m.takings_copy, key: 'C' }),
  print: placed({ ...words, id: 'takings-print', label: m.takings_print, key: 'P' }),
  close: placed({ ...words, id: 'takings-close', label: m.takings_close, key: 'R' }),
};

/** What the dialog of the takings has keys for. */
export const takingsActions = (): typeof actions => actions;
