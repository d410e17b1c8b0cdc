import { mkdtempSync, rmSync } from 'node:fs';
import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { sampleCode } from '../../../src/service/samples.ts';
import { openTestStation } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-receive-date-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The requests that arrive at a service of this process, as they stand in their first line. */
function arriving(): URL[] {
  const arrived: URL[] = [];
  const note = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage };
    arrived.push(new URL(request.url ?? '', 'http://service'));
  };
  diagnostics.subscribe('http.server.request.start', note);
  onTestFinished(() => void diagnostics.unsubscribe('http.server.request.start', note));
  return arrived;
}

test('the day of a receipt arrives with its zone letter', async () => {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  await window.scanned(sampleCode('polSeveral'), { room: 'receiving' });
  const view = await window.ask('receiving.refresh', {});
  const pid = view.items[0]?.pid ?? '';
  const arrived = arriving();
  const place = { department: 'ACQ', departmentLibrary: 'MAIN', keep: null };
  await window.ask('receiving.receive', {
    intent: randomUUID(),
    pol: view.pol,
    pid,
    date: '2026-01-05',
    ...place,
  });
  const receipts = arrived.filter(({ searchParams }) => searchParams.get('op') === 'receive');
  expect(receipts.map(({ searchParams }) => searchParams.get('receive_date'))).toEqual(['2026-01-05Z']);
  const { items } = await window.ask('receiving.refresh', {});
  expect(items.find((item) => item.pid === pid)?.received).toBe('2026-01-05Z');
});
