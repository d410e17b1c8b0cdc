import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type JournalNotice, openJournal, type OpenJournal } from '../../../src/main/journal/journal.ts';
import { createSeal, keyBytes } from '../../../src/main/journal/seal.ts';
import type { Journal, ScanEntry } from '../../../src/main/journal/port.ts';
import { heldClock } from '../support/ports.ts';

export const command = (id: string, extra: object = {}): Parameters<Journal['intend']>[0] => ({
  id,
  operation: 'users.fees.pay',
  queue: 'patron 31234000777777',
  about: 'Fee of Rivka Ben-Ami',
  payload: { path: '/users/31234000777777/fees/9', query: { amount: '12.50' } },
  before: { balance: '12.50' },
  library: 'here',
  ...extra,
});

/** The report of closed tills, as far as the journal is concerned. */
export const tillReport = (): Parameters<Journal['keep']>[0] => ({
  ...{ id: 'report', kind: 'till', library: 'l1', at: '2026-11-02T08:00:00.000Z', data: { total: '1.00' } },
});

export const scan = (id: string, extra: Partial<ScanEntry['scan']> = {}): ScanEntry => ({
  session: 's1',
  library: 'here',
  room: 'desk',
  mode: 'auto',
  scan: {
    id,
    order: 1,
    text: '31234000123456',
    code: '31234000123456',
    by: 'barcode',
    at: '2026-11-02T08:00:00.000Z',
    kind: 'item',
    action: 'lend',
    state: 'received',
    result: null,
    title: '',
    failure: null,
    question: null,
    recovered: false,
    ...extra,
  },
});

/** A journal's file that is opened again and again, as by one run after the other, and goes with the test. */
export class Desk {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-journal-'));
  readonly file = path.join(this.folder, 'journal.sqlite');
  readonly key = randomBytes(keyBytes);
  readonly clock = heldClock();
  readonly notices: JournalNotice[] = [];
  #open: OpenJournal | null = null;

  constructor() {
    onTestFinished(() => {
      this.close();
      fs.rmSync(this.folder, { recursive: true });
    });
  }

  /** The next run: what the one before had open is closed. */
  journal({ key = this.key }: { key?: Uint8Array } = {}): OpenJournal {
    this.close();
    const { file, clock } = this;
    this.#open = openJournal({
      ...{ file, clock },
      seal: createSeal(key),
      notice: (notice) => this.notices.push(notice),
    });
    return this.#open;
  }

  close(): void {
    this.#open?.close();
    this.#open = null;
  }

  /** The names in its folder. */
  files(): string[] {
    return fs.readdirSync(this.folder).toSorted();
  }
}
