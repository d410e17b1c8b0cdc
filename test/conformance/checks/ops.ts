import type { Operation } from '../../../src/service/endpoints.ts';
import { type Check, type Trial, write } from '../check.ts';
import { equal, refused } from '../expect.ts';

/** Records that are acted on by `op`, and where one is found. */
export interface ActedOn {
  readonly operations: readonly Operation[];
  readonly rule: string;
  /** The path of a record, and the path to read it from, if it can be read. */
  readonly record: (trial: Trial) => Promise<{ path: string; readAt?: string }>;
  readonly code?: string;
  readonly body?: unknown;
}

/** What is no operation is refused by the service with its own error, and changes nothing. */
export function unsupported({ operations, rule, record, code, body }: ActedOn): Check[] {
  const tries = [
    { name: 'an op that the service does not know is refused', query: { op: 'conformance' } },
    { name: 'a POST without op is refused', query: {} },
  ];
  return tries.map(({ name, query }) =>
    write(operations, rule, name, async (t) => {
      const { path, readAt } = await record(t);
      const before = readAt === undefined ? '' : (await t.service.get(readAt)).text;
      const isUnknown = 'op' in query;
      refused(t, await t.service.post(path, query, body), isUnknown && code !== undefined ? { code } : {});
      if (readAt !== undefined)
        equal('the record is as it was', (await t.service.get(readAt)).text === before, true);
    }),
  );
}
