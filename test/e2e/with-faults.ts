import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { createClient, type Client } from '../../src/client/client.ts';
import { noLimit } from '../../src/client/limiter.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import type { FaultRule } from '../../src/server/faults/rules.ts';
import { codeOf } from '../../src/service/read.ts';
import { addressFile, type PracticeAddress } from '../entry/address.ts';
import type { Carrel } from './app.ts';

/** Environment for `openCarrel`: the practice library inside takes faults, and writes its address to a file (`test/entry`). */
export const withFaults = { CARREL_PRACTICE: 'faults' } as const;

/** The numbers in the barcodes of the items without a name of their own. */
const firstOfMany = 10_000;
const endOfMany = 11_400;

/** A fault; fields that are not set have the server's defaults. */
type Rule = Partial<FaultRule> & Pick<FaultRule, 'fault'>;

/** Replaces the faults of this program's practice library. The program must have been opened with `withFaults`. */
export async function setFaults(carrel: Pick<Carrel, 'userData'>, ...rules: readonly Rule[]): Promise<void> {
  const { port, key } = await practiceAddress(carrel);
  const answer = await fetch(`http://127.0.0.1:${port}/faults`, {
    method: 'POST',
    headers: { authorization: `apikey ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(rules),
  });
  if (!answer.ok) throw new Error(`the faults were not set: ${answer.status} ${await answer.text()}`);
}

/** A client of the test for the same practice library: reads what is on record, past the screens. */
export async function practiceLibrary(carrel: Pick<Carrel, 'userData'>): Promise<Client> {
  const { port, key } = await practiceAddress(carrel);
  return createClient({ address: `http://127.0.0.1:${port}`, key: () => key, limiter: noLimit });
}

/** Barcodes of items on the shelf that can be lent for weeks. */
export async function freeItems(library: Client, count: number): Promise<readonly string[]> {
  const free: string[] = [];
  for (let number = firstOfMany; free.length < count && number < endOfMany; number += 1) {
    const barcode = barcodeOf('item', number);
    const { item_data: item } = await library.call('items.byBarcode', { query: { item_barcode: barcode } });
    const onShelf = codeOf(item?.base_status) === '1';
    if (onShelf && ['LOAN', 'SHORT'].includes(codeOf(item?.policy))) free.push(barcode);
  }
  if (free.length < count) throw new Error(`only ${free.length} items are free, not ${count}`);
  return free;
}

/** The address and the key from the file that the practice library writes when it listens. */
async function practiceAddress({ userData }: Pick<Carrel, 'userData'>): Promise<PracticeAddress> {
  const file = addressFile(userData);
  for (let tries = 0; !existsSync(file); tries += 1) {
    if (tries === 600) throw new Error('the practice library does not listen');
    await setTimeout(100);
  }
  return JSON.parse(await readFile(file, 'utf8')) as PracticeAddress;
}
