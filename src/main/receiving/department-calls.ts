import type { HandlersOf } from '../router.ts';
import { changeStatus, endWork, scanIntoDepartment } from './department-scan.ts';
import { readSentItems } from './read-sent.ts';
import type { Receiving } from './receiving.ts';

/** The work of departments, as far as this station knows it. */
export function departmentHandlers(receiving: Receiving): HandlersOf<'receiving.department'> {
  const { sent } = receiving;
  return {
    'receiving.department.list': () => Promise.resolve(sent.list()),
    'receiving.department.read': (input, { signal, report }) =>
      readSentItems(receiving, input, { signal, report }),
    'receiving.department.scanIn': (input, { signal }) => scanIntoDepartment(receiving, input, signal),
    'receiving.department.status': (input, { signal }) => changeStatus(receiving, input, signal),
    'receiving.department.done': (input, { signal }) => endWork(receiving, input, signal),
    'receiving.department.remove': ({ id }) => {
      sent.get(id);
      sent.done(id);
      return Promise.resolve(null);
    },
  };
}
