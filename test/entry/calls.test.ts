import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { operations } from '../../src/service/endpoints.ts';
import { emptyCalls, noteCalls, uncalled } from './calls.ts';

test('what a program calls is noted, and all other operations are those that no one called', async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'carrel-calls-')), 'calls');
  emptyCalls(folder);
  const server = createServer((_, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    rmSync(path.dirname(folder), { recursive: true });
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(uncalled(folder)).toEqual(operations);
  onTestFinished(noteCalls(folder));
  for (const [method, target] of [
    ['GET', '/svcws/v1/users/a%2Fb/loans?limit=5'],
    ['POST', '/almaws/v1/users/1/fees/2?op=waive&reason=OTHER'],
    ['GET', '/svcws/v1/acq/invoices?q=invoice_number~1'],
    ['GET', '/svcws/v1/nothing/of/the/table'],
    ['GET', '/faults'],
  ] as const)
    await (await fetch(`${origin}${target}`, { method })).text();
  const called = ['users.loans.list', 'users.fees.waive', 'acq.invoices.search'];
  expect(uncalled(folder)).toEqual(operations.filter((operation) => !called.includes(operation)));
});
