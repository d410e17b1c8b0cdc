import { beforeAll, describe, expect, it } from 'vitest';
import { failureText } from '../../../src/renderer/failures/failure-text.ts';
import { loadRefusals, refusalOf } from '../../../src/renderer/failures/refusals.ts';
import type { Operation } from '../../../src/service/endpoints.ts';

/** Every code that the service's description names, where it says that it comes. */
const described: Partial<Record<Operation, readonly string[]>> = {
  'users.personalData': ['401890'],
  'users.requests.create': ['401129'],
  'users.purchaseRequests.cancel': ['401873'],
  'conf.letters.update': ['60105'],
  'acq.invoices.create': ['60260'],
};

/** The codes that stop a queue: what a desk meets on a busy day. */
const deskCritical: Partial<Record<Operation, readonly string[]>> = {
  'users.get': ['401861', '401890'],
  'users.list': ['401873'],
  'users.delete': ['401850'],
  'items.byBarcode': ['401689'],
  'users.loans.create': ['401153', '401651', '401689', '401861', '60340'],
  'users.loans.renew': ['401822'],
  'users.loans.update': ['401681'],
  'users.requests.create': ['401129', '401136'],
  'users.fees.pay': ['401651'],
  'acq.pol.get': ['401871'],
  'acq.pol.items.receive': ['401877', '401875'],
  'bibs.items.scanIn': ['402502', '402504', '40166415'],
  'conf.workflows.run': ['60260'],
};

const all = [described, deskCritical].flatMap((list) =>
  Object.entries(list).flatMap(([operation, codes]) => codes.map((code) => ({ operation, code }))),
);

describe('plain words', () => {
  beforeAll(() => loadRefusals());

  it.each(all)('$operation $code', ({ operation, code }) => {
    const message = 'What the service said.';
    const text = failureText({
      kind: 'refused',
      operation,
      status: 400,
      code,
      message,
      trackingId: 'E01-1',
    });
    expect(text.what).toBe(refusalOf(operation, code)?.what());
    // Words of ours, without the number; a person is told what to do, and the service's own words are a key away.
    expect(text.what).not.toContain(code);
    expect(text.todo).toMatch(/\S{2}/);
    expect(text.details.map(({ value }) => value)).toEqual(expect.arrayContaining([message, code, 'E01-1']));
  });
});
