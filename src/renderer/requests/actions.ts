import { m } from '../../messages/compiled/messages.js';
import type { Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { noRow, tabAction } from '../desk/tab-actions.ts';
import { requestsOf, type Requests } from './requests.svelte.ts';

/** What is done in the tab of the patron's requests. */
export function requestActions(shell: Shell) {
  const action = tabAction(shell, 'requests', requestsOf);
  const changeable = (at: Requests | null): string | null =>
    at?.changeable ? null : noRow(at, m.actions_no_request);
  return {
    place: action('place', {
      label: m.requests_place_title,
      button: m.requests_new,
      palette: null,
      key: 'H',
      run: (requests) => requests.place(),
    }),
    edit: action('edit', {
      label: m.requests_edit_title,
      button: m.requests_edit,
      key: 'E',
      condition: changeable,
      run: (requests) => requests.edit(),
    }),
    step: action('step', {
      label: m.requests_step_next,
      palette: m.actions_requests_step,
      key: 'N',
      condition: (at) =>
        changeable(at) ??
        (at?.changeable?.type.code === 'DIGITIZATION' ? null : m.actions_not_digitization()),
      run: (requests) => requests.step(),
    }),
    cancelThis: action('cancelThis', {
      label: m.requests_cancel,
      button: m.requests_cancel_short,
      palette: null,
      key: 'Delete',
      condition: changeable,
      run: (requests) => requests.cancel(),
    }),
    /** For the key of the desk: which one is chosen in the dialog. */
    cancel: action('cancel', {
      label: m.app_key_cancel_request,
      palette: null,
      run: (requests) => requests.cancelOne(),
    }),
  } as const satisfies Readonly<Record<string, Action>>;
}
