import { m } from '../../messages/compiled/messages.js';
import { atOnce, type Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import type { DepartmentWork } from './department.svelte.ts';

/** The work of departments: the list is opened, and the item on the current row goes on. */
export function departmentActions(shell: Shell) {
  const here = { group: 'receiving', where: 'receiving' } as const;
  const work = (): DepartmentWork | null =>
    shell.room === 'receiving' ? (shell.receiving?.department ?? null) : null;
  const onUnmet = (): void => shell.station.speaker.play('attention');
  const inList =
    (why: (work: DepartmentWork) => string | null = () => null) =>
    (): string | null => {
      const current = work();
      if (!current) return m.actions_not_in_receiving();
      if (!current.isOpen) return m.receiving_department_work_closed();
      return current.current ? why(current) : m.receiving_department_work_none();
    };
  const run = (act: (work: DepartmentWork) => Promise<unknown>) => async (): Promise<null> => {
    const current = work();
    if (current) await act(current);
    return null;
  };
  return {
    open: {
      ...{ ...here, id: 'department-work', label: m.receiving_department_work_key, key: 'Alt+I' },
      ...{ button: m.receiving_department_work, palette: m.receiving_department_work },
      condition: () => (shell.room === 'receiving' ? null : m.actions_not_in_receiving()),
      run: atOnce(() => shell.receiving?.toggleDepartmentWork()),
    },
    next: {
      ...{ ...here, id: 'department-next', label: m.receiving_department_work_next, key: 'Alt+O', onUnmet },
      condition: inList(({ list, nextStatus }) =>
        list === 'department' && nextStatus !== '' ? null : m.receiving_department_work_last(),
      ),
      run: run((current) => current.changeStatus()),
    },
    done: {
      ...{ ...here, id: 'department-done', label: m.receiving_department_work_end, key: 'Alt+F', onUnmet },
      condition: inList(({ list }) =>
        list === 'department' ? null : m.receiving_department_work_not_here(),
      ),
      run: run((current) => current.done()),
    },
    read: {
      ...{ ...here, id: 'department-read', label: m.receiving_department_work_read, key: 'Alt+J', onUnmet },
      condition: inList(),
      run: run((current) => current.read()),
    },
    remove: {
      ...{
        ...here,
        id: 'department-remove',
        label: m.receiving_department_work_remove,
        key: 'Alt+Z',
        onUnmet,
      },
      condition: inList(),
      run: run((current) => current.remove()),
    },
  } as const satisfies Readonly<Record<string, Action>>;
}
