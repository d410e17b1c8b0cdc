import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openJournalFile } from '../../src/main/journal/file.ts';
import { openJournal, type OpenJournal } from '../../src/main/journal/journal.ts';
import { createSeal } from '../../src/main/journal/seal.ts';
import type { Log } from '../../src/main/ports.ts';
import { absentKeychain } from '../keyring/none.ts';
import { sealKeys } from '../../src/main/station/seal-key.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';

export const quiet: Log = { line: () => undefined, defect: () => '' };

const library = 'bench';
const dayMs = 86_400_000;
/** The entries are of so many days, the last of them today. */
const days = 300;
/** How long the scans of a day are kept. */
const scanDays = 30;
/** One command in so many is a payment, and each day's payments are in a report. */
const payments = 20;

/**
 * Fills a profile's journal as a desk does in most of a year: so many commands that are settled, loans and payments, the
 * payments reported, and the scans of the last month. Opened and sealed as the program does it, and written by the
 * journal itself.
 */
export async function fillProfile(folder: string, entries: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const begin = Date.now() - days * dayMs;
  let day = 0;
  const clock = { now: () => new Date(begin + day * dayMs) };
  const file = openJournalFile(path.join(folder, 'journal.sqlite'), clock.now());
  // Written back to the file seldom: how often the disk is waited for is no part of what is measured here.
  file.db.exec('PRAGMA wal_autocheckpoint = 20000');
  const { keys } = await sealKeys({
    ...{ keychain: absentKeychain, folder, log: quiet },
    needed: file.keyIds,
    note: (ids) => file.noteKeys(ids),
  });
  const journal = openJournal({ file, seal: createSeal(...keys), clock });
  const each = Math.ceil(entries / days);
  for (let done = 0; day < days && done < entries; day += 1) {
    const session = randomUUID();
    const paid: string[] = [];
    for (let nth = 0; nth < each && done < entries; nth += 1, done += 1) {
      const id = randomUUID();
      if (nth % payments === 0) paid.push(pay(journal, id, session, nth));
      else lend(journal, id, nth);
      if (day >= days - scanDays) scan(journal, id, session, nth, clock.now());
    }
    journal.closeTills(
      { id: randomUUID(), kind: 'till', library, at: clock.now().toISOString(), data: {} },
      paid,
    );
    journal.endSession(session);
  }
  journal.close();
}

function lend(journal: OpenJournal, id: string, nth: number): void {
  const [userId, code] = [barcodeOf('patron', 1001 + (nth % 500)), barcodeOf('item', 10_000 + nth)];
  journal.intend({
    ...{ id, library, operation: 'users.loans.create', queue: `patron ${userId}`, about: code },
    payload: {
      path: { user_id: userId },
      query: { item_barcode: code },
      body: { circ_desk: { value: 'DEFAULT_CIRC_DESK' }, library: { value: 'MAIN' } },
    },
    before: { asked: new Date().toISOString() },
  });
  journal.settle(id, 'accepted');
}

function pay(journal: OpenJournal, id: string, till: string, nth: number): string {
  const userId = barcodeOf('patron', 1001 + (nth % 500));
  journal.intend({
    ...{ id, library, till, operation: 'users.fees.pay', queue: `patron ${userId}` },
    about: 'Overdue fine: 2.50 ILS',
    payload: {
      path: { user_id: userId, fee_id: String(nth) },
      query: { amount: '2.50', method: 'CASH', external_transaction_id: id },
    },
    before: { balance: '2.50' },
  });
  journal.settle(id, 'accepted');
  return id;
}

function scan(journal: OpenJournal, id: string, session: string, nth: number, now: Date): void {
  const [at, text] = [now.toISOString(), barcodeOf('item', 10_000 + nth)];
  journal.saveScan({
    ...{ session, library, room: 'desk', mode: 'auto' },
    scan: {
      ...{
        id,
        text,
        code: text,
        by: 'barcode',
        at,
        order: nth + 1,
        kind: 'item',
        action: 'lend',
        state: 'done',
        title: '',
      },
      ...{ failure: null, question: null, recovered: false },
      result: {
        ...{ kind: 'lent', title: 'The Overstory', author: 'Richard Powers', due: at },
        ...{ loanId: String(nth), barcode: text, userId: barcodeOf('patron', 1001) },
      },
    },
  });
}
