import { Failed } from '../../../src/main/failure.ts';
import type { Operation } from '../../../src/service/endpoints.ts';
import type { TestStation } from './test-station.ts';

/**
 * From now on the service answers oddly to one operation, which it has done all the same; and after that it cannot be
 * asked the others.
 */
export function oddly(
  testStation: TestStation,
  operation: Operation,
  answer: (record: object) => unknown,
  ...unreadableThen: readonly Operation[]
): void {
  const away = (): never => {
    throw new Failed({ kind: 'unreachable', why: 'connectionRefused', detail: '' });
  };
  testStation.odd = {
    ...testStation.odd,
    [operation]: (record: unknown) => {
      for (const one of unreadableThen) testStation.odd = { ...testStation.odd, [one]: away };
      return answer(record as object);
    },
  };
}
