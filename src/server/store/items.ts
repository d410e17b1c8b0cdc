import { codeOf, textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import { fromDoc, toDoc, type Document } from './documents.ts';
import { fixed } from './fixed.ts';
import type { Db } from './schema.ts';

/** The part of an item that belongs to the copy itself. */
export type ItemData = NonNullable<Item['item_data']>;

/** An item with the ids of what it belongs to. */
export interface StoredItem {
  readonly pid: string;
  readonly mmsId: string;
  readonly holdingId: string;
  readonly data: ItemData;
  readonly bib: NonNullable<Item['bib_data']>;
  readonly holding: NonNullable<Item['holding_data']>;
}

export async function itemByBarcode(db: Db, barcode: string): Promise<StoredItem | undefined> {
  const [row] = await byBarcode(db, barcode);
  return one(row);
}

const byBarcode = fixed((db, barcode: string) => items(db).where('items.barcode', '=', barcode));

export async function itemByPid(db: Db, pid: string): Promise<StoredItem | undefined> {
  const [row] = await byPid(db, pid);
  return one(row);
}

const byPid = fixed((db, pid: string) => items(db).where('items.pid', '=', pid));

/** Every item of a title. */
export async function itemsOfTitle(db: Db, mmsId: string): Promise<StoredItem[]> {
  const rows = await items(db).where('items.mms_id', '=', mmsId).orderBy('items.pid').execute();
  return rows.map(stored);
}

/** Every item of a holding. */
export async function itemsOfHolding(db: Db, holdingId: string): Promise<StoredItem[]> {
  const rows = await items(db).where('items.holding_id', '=', holdingId).orderBy('items.pid').execute();
  return rows.map(stored);
}

/** Whether any item or holding belongs to this location. */
export async function isLocationInUse(db: Db, library: string, location: string): Promise<boolean> {
  for (const table of ['items', 'holdings'] as const) {
    const row = await db
      .selectFrom(table)
      .select('mms_id')
      .where('library', '=', library)
      .where('location', '=', location)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}

/** Writes what changed in an item. */
export async function saveItem(db: Db, pid: string, data: ItemData): Promise<void> {
  await db.updateTable('items').set(itemColumns(data)).where('pid', '=', pid).execute();
}

/** The columns that are looked up, from the item's record. */
export function itemColumns(data: ItemData) {
  return {
    barcode: textOf(data.barcode) || null,
    process_type: codeOf(data.process_type),
    policy: codeOf(data.policy),
    library: codeOf(data.library),
    location: codeOf(data.location),
    pol_number: textOf(data.po_line) || null,
    doc: toDoc(data),
  };
}

/** The item as the service sends it: with its title and its holding around it. */
export function itemAnswer(item: StoredItem): Document {
  const { pid, mmsId, holdingId } = item;
  return {
    bib_data: item.bib,
    holding_data: item.holding,
    item_data: item.data,
    link: `/bibs/${mmsId}/holdings/${holdingId}/items/${pid}`,
  };
}

function items(db: Db) {
  return db
    .selectFrom('items')
    .innerJoin('bibs', 'bibs.mms_id', 'items.mms_id')
    .innerJoin('holdings', 'holdings.holding_id', 'items.holding_id')
    .select([
      'items.pid',
      'items.mms_id',
      'items.holding_id',
      'items.doc',
      'bibs.doc as bib',
      'holdings.doc as holding',
    ]);
}

interface Joined {
  pid: string;
  mms_id: string;
  holding_id: string;
  doc: string;
  bib: string;
  holding: string;
}

const one = (row: Joined | undefined) => row && stored(row);

function stored(row: Joined): StoredItem {
  return {
    pid: row.pid,
    mmsId: row.mms_id,
    holdingId: row.holding_id,
    data: fromDoc(row) as ItemData,
    bib: fromDoc({ doc: row.bib }) as StoredItem['bib'],
    holding: fromDoc({ doc: row.holding }) as StoredItem['holding'],
  };
}
