import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Client } from '../../src/client/client.ts';
import { toAmount, amount } from '../../src/shared/money.ts';
import { feeIdOf } from '../../src/main/fees/record.ts';
import { freeItems } from '../e2e/with-faults.ts';
import { figuresOf, rounded } from './figures.ts';
import { openBenchJournal, openBenchLibrary } from './journal-parts.ts';
import { noJournal } from './no-journal.ts';
import { staffCards } from './staff.ts';
import type { Findings, Target } from './target.ts';
import { openWorkplace, type Workplace } from './workplace.ts';

const delayMs = 100;
const mostTimes = 1.05;
/** So many of each that do not count. */
const warmUp = 3;
const flushes = 50;

/** One command at a place of work, from what a person does until it is told as done. */
type Act = (place: Workplace) => Promise<unknown>;

/**
 * The journal's share of a command's time, at a service that takes 100 ms over every call: a loan, from its scan until
 * it is told as lent, and a payment, from the question until its answer.
 *
 * The floor is the same main over the same service, with a journal that does nothing. A journal in memory would still
 * seal and write rows, which is the journal's work; a bare call of the client would leave out what main does apart from
 * the journal. What is left between the two is the journal's alone: its rows, its seals, and the flushes to the disk.
 */
export async function measureShare(folder: string, commands: number): Promise<Findings> {
  await using library = await openBenchLibrary();
  const { client } = library;
  const real = openBenchJournal(path.join(folder, 'share.sqlite'));
  const [ours, floor] = [openWorkplace(client, real), openWorkplace(client, noJournal())];
  try {
    // A patron each: nobody may have as many loans as both make.
    const staff = staffCards(client);
    const { value: card } = await staff.next();
    const { value: other } = await staff.next();
    const each = commands + warmUp;
    const items = [...(await freeItems(client, 2 * each))];
    const fees = await charge(client, card, 2 * each);
    await library.delay(delayMs);
    await ours.scan(card);
    await floor.scan(other);
    const lend: Act = async (place) => {
      const { state, result } = await place.scan(items.pop() ?? '');
      if (state !== 'done' || result?.kind !== 'lent') throw new Error(`a loan ended as ${state}`);
    };
    const pay: Act = async (place) => {
      const feeId = fees.pop() ?? '';
      const payment = { intent: randomUUID(), userId: card, feeId, amount: '1.00', method: 'CASH' };
      const paid = await place.ask('fees.pay', payment);
      if (!paid.ok) throw new Error('a payment was not made');
    };
    const findings = [
      await compare('a loan', lend, { ours, floor }, commands),
      await compare('a payment', pay, { ours, floor }, commands),
    ];
    const flush = figuresOf(timesOfFlush(path.join(folder, 'flush')));
    return {
      series: [
        ...findings.flatMap(({ series }) => series),
        { what: 'Disk: a page written and flushed', figures: flush },
      ],
      targets: findings.flatMap(({ targets }) => targets),
      notes: findings.flatMap(({ notes = [] }) => notes),
    };
  } finally {
    for (const place of [ours, floor]) place.close();
    real.close();
  }
}

/** Fees of one unit each: which, by their ids. */
async function charge(client: Client, user: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let fee = 0; fee < count; fee += 1) {
    const body = {
      type: { value: 'OTHER' },
      original_amount: toAmount(amount('1'), 2),
      owner: { value: 'MAIN' },
    };
    ids.push(feeIdOf(await client.call('users.fees.create', { path: { user_id: user }, body })));
  }
  return ids;
}

async function compare(
  what: string,
  act: Act,
  { ours, floor }: { readonly ours: Workplace; readonly floor: Workplace },
  commands: number,
): Promise<Findings> {
  const took = { ours: [] as number[], floor: [] as number[] };
  for (let turn = -warmUp; turn < commands; turn += 1) {
    // Neither is always the one that comes after the other.
    const order = turn % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const);
    for (const which of order) {
      const began = performance.now();
      await act(which === 'ours' ? ours : floor);
      if (turn >= 0) took[which].push(performance.now() - began);
    }
  }
  const [with_, without] = [figuresOf(took.ours), figuresOf(took.floor)];
  const target: Target = {
    what: `Journal: ${what} against the same without a journal, service ${delayMs} ms, medians`,
    unit: 'times',
    atMost: mostTimes,
    measured: with_.median / without.median,
  };
  return {
    series: [
      { what: `Journal: ${what} (service ${delayMs} ms)`, figures: with_ },
      { what: `Journal: ${what} without a journal`, figures: without },
    ],
    targets: [target],
    notes: [`Journal: of ${what}'s time, ${rounded(with_.median - without.median)} ms are the journal's.`],
  };
}

/** What the disk itself takes: of the journal's time, most is this. */
function timesOfFlush(file: string): number[] {
  const page = Buffer.alloc(4096);
  const opened = openSync(file, 'w');
  try {
    return Array.from({ length: flushes }, () => {
      const began = performance.now();
      writeSync(opened, page);
      fsyncSync(opened);
      return performance.now() - began;
    });
  } finally {
    closeSync(opened);
    rmSync(file);
  }
}
