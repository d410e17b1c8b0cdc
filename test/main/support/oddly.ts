import { Failed } from '../../../src/main/failure.ts';
import type { Operation } from '../../../src/service/endpoints.ts';
import type { House } from './house.ts';

/**
 * From now on the service answers oddly to one operation, which it has done all the same; and after that it cannot be
 * asked the others.
 */
export function oddly(
  house: House,
  operation: Operation,
  answer: (record: object) => unknown,
  ...unreadableThen: readonly Operation[]
): void {
  const away = (): never => {
    throw new Failed({ kind: 'unreachable', why: 'connectionRefused', detail: '' });
  };
  house.odd = {
    ...house.odd,
    [operation]: (record: unknown) => {
      for (const one of unreadableThen) house.odd = { ...house.odd, [one]: away };
      return answer(record as object);
    },
  };
}
