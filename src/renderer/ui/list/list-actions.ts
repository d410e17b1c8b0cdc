import { m } from '../../../messages/compiled/messages.js';
import { componentAction, type Action } from '../../app/actions.svelte.ts';

const inList = <K extends string>(id: string, label: () => string, key: K): Action & { readonly key: K } => ({
  ...componentAction({ id, group: 'lists', where: 'list', label }),
  key,
});

/** What every list has keys for; the list that has the focus does it. */
export const listActions = {
  up: inList('list-up', m.app_key_move, 'ArrowUp'),
  down: inList('list-down', m.app_key_move, 'ArrowDown'),
  first: inList('list-first', m.app_key_ends, 'Home'),
  last: inList('list-last', m.app_key_ends, 'End'),
  choose: inList('list-choose', m.app_key_choose, 'Space'),
  all: inList('list-all', m.app_key_all, 'Ctrl+A'),
  open: inList('list-open', m.app_key_open, 'Enter'),
  refresh: inList('list-refresh', m.lists_refresh, 'F5'),
};
