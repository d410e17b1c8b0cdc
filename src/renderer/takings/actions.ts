import { m } from '../../messages/compiled/messages.js';
import { componentAction } from '../app/actions.svelte.ts';

const words = { group: 'fees', where: 'dialog' } as const;
const actions = {
  copy: componentAction({ ...words, id: 'takings-copy', label: m.takings_copy, key: 'C' }),
  print: componentAction({ ...words, id: 'takings-print', label: m.takings_print, key: 'P' }),
  count: componentAction({ ...words, id: 'takings-count', label: m.takings_close, key: 'R' }),
};

/** What the dialog of the takings has keys for. */
export const takingsActions = (): typeof actions => actions;
