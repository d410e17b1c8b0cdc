import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../../src/main/clock.ts';
import type { JournalView } from '../../../src/contract/journal.ts';
import type { Journal, JournalEntry } from '../../../src/main/journal/port.ts';
import { absentKeychain } from '../../keyring/none.ts';
import { StationJournal } from '../../../src/main/station/station-journal.ts';
import type { Operation } from '../../../src/service/endpoints.ts';
import { routes } from '../../../src/server/http/routes.ts';
import { quietLog } from '../../main/support/ports.ts';
import { dueIn } from '../answers.ts';
import type { Effect } from '../network.ts';
import type { Intended } from '../station.ts';
import type { KilledLibrary } from './library.ts';
import type { Passed } from './wire.ts';

/** A journal as it lies on the disk, and all the commands in it. */
export interface Recorded {
  readonly journal: Journal;
  readonly view: JournalView;
  readonly entries: readonly JournalEntry[];
  readonly close: () => void;
}

/** Reads a copy of a station's journal: nobody who has it open is disturbed, and the one that was left stays as it is. */
export async function recorded(userData: string, copy: string): Promise<Recorded> {
  fs.rmSync(copy, { recursive: true, force: true });
  fs.mkdirSync(copy, { recursive: true });
  for (const name of fs.readdirSync(userData)) {
    if (/^journal.*\.(?:sqlite|sqlite-wal|key)$/.test(name))
      fs.copyFileSync(path.join(userData, name), path.join(copy, name));
  }
  const file = new DatabaseSync(path.join(copy, 'journal.sqlite'));
  const ids = file.prepare('SELECT id FROM entries ORDER BY seq').all();
  file.close();
  const own = new StationJournal({
    ...{ keychain: absentKeychain, folder: copy, clock: systemClock },
    ...{ log: quietLog(), version: '0' },
  });
  await own.open();
  const { usable } = own;
  if (!usable) throw new Error(`the journal cannot be used: ${JSON.stringify(own.view())}`);
  const { journal } = usable;
  const entries = ids.flatMap(({ id }) => journal.entry(String(id)) ?? []);
  return { journal, view: own.view(), entries, close: () => own.close() };
}

/**
 * What was put down, as the oracle compares it. What a settled command had sent is not kept: what it was about is; and
 * of what came by, whoever watches the way has read it.
 */
export function intendedOf(
  entries: readonly JournalEntry[],
  passed: readonly Passed[],
  library: KilledLibrary,
): Map<string, Intended> {
  const requests = new Map(
    passed.map((one) => [commandOf(one, entries, lanesOf(one, library)) ?? '', one] as const),
  );
  return new Map(
    entries.map((entry) => {
      const { id, operation, queue, before, till, at, library: noted } = entry;
      const payload = payloadOf(entry, requests.get(id));
      return [
        id,
        {
          ...{ id, operation, payload, before, queue, step: 0, library: 'A', noted },
          // What was under way at which moment, nobody has watched.
          ...{ at: Date.parse(at), leftAt: null, answeredAt: null, isUnclear: false },
          ...(till !== null && { till }),
        },
      ];
    }),
  );
}

/** Of an invoice also its number, which invoice it is, and the words of a line. */
function payloadOf({ operation, queue, about }: JournalEntry, passed: Passed | undefined): unknown {
  if (!operation.startsWith('acq.invoices.')) return { queue, about };
  if (operation === 'acq.invoices.create')
    return { queue, about, body: { number: about.slice(0, about.indexOf(':')) } };
  const path = { invoice_id: queue.slice('invoice:'.length) };
  if (operation !== 'acq.invoices.lines.create' || !passed) return { queue, about, path };
  return { queue, about, path, body: JSON.parse(passed.body) as unknown };
}

/** What the library did, each with the command that was put down for it. */
export function effectsOf(
  passed: readonly Passed[],
  entries: readonly JournalEntry[],
  library: KilledLibrary,
): Effect[] {
  return passed.flatMap((one) => {
    if (one.done !== true) return [];
    const { method, target, at, leftAt, isVoid, loan, body } = one;
    const command = commandOf(one, entries, lanesOf(one, library));
    const barcode = itemsOf(target, library)[0]?.barcode ?? '';
    const due = dueIn(body);
    return [{ command, library: 'A', method, target, at, leftAt, isVoid, loan, due, barcode }];
  });
}

/** Two clocks of one machine, read one after the other, may show the same moment the other way round. */
const sameMomentMs = 2;
/** No request takes longer than this to come by. */
const longestWayMs = 30_000;

/** Those of a lane leave one at a time: a request is of the last one of its kind that had left by then. */
function commandOf(
  { method, target, cameAt }: Passed,
  entries: readonly JournalEntry[],
  queues: readonly string[],
): string | null {
  const operation = operationOf(method, target);
  const remaining = entries.filter((entry) => {
    const onItsWayMs = cameAt - Date.parse(entry.at);
    return (
      entry.operation === operation &&
      queues.includes(entry.queue) &&
      entry.settledBy !== 'notLeft' &&
      onItsWayMs >= -sameMomentMs &&
      onItsWayMs < longestWayMs
    );
  });
  return remaining.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).at(-1)?.id ?? null;
}

function operationOf(method: string, target: string): Operation | null {
  const url = new URL(target, 'http://library');
  const parts = url.pathname.split('/');
  const route = routes.find((one) => {
    const expected = one.path.split('/');
    return (
      one.method === method &&
      expected.length === parts.length &&
      expected.every((part, nth) => part.startsWith('{') || part === parts[nth])
    );
  });
  return route?.byOp.get(url.searchParams.get('op') ?? '') ?? route?.plain ?? null;
}

/** In which lanes a command with this request may have gone. Source: commands/lanes.ts. */
function lanesOf({ target, body }: Passed, library: KilledLibrary): string[] {
  const [, area = '', ...rest] = new URL(target, 'http://library').pathname
    .split('/')
    .map(decodeURIComponent);
  if (area === 'users') {
    const [userId = (JSON.parse(body) as { primary_id: string }).primary_id] = rest;
    return [`patron:${userId}`];
  }
  if (area === 'acq' && rest[0] === 'invoices') return [`invoice:${rest[1] ?? newInvoiceIn(body)}`];
  if (area === 'acq') return [`order:${rest[1] ?? ''}`];
  return itemsOf(target, library).flatMap(({ barcode, pol }) => [`item:${barcode}`, `order:${pol}`]);
}

/** What the lane of a new invoice is called. Source: commands/queues.ts. */
function newInvoiceIn(body: string): string {
  const { vendor, number } = JSON.parse(body) as { vendor: { value: string }; number: string };
  return `${vendor.value}/${number}`;
}

/** The item whose own path a request went to. */
function itemsOf(
  target: string,
  library: KilledLibrary,
): { readonly barcode: string; readonly pol: string }[] {
  const pid = new URL(target, 'http://library').pathname.split('/').at(-1) ?? '';
  return library
    .rows(`SELECT barcode, pol_number FROM items WHERE pid = '${pid}'`)
    .map(({ barcode, pol_number: pol }) => ({ barcode: String(barcode), pol: String(pol) }));
}
