import { codes, ours } from '../../service/codes.ts';
import { arrayOf, codeOf, textOf } from '../../service/read.ts';
import type { Pol, PolCopy } from '../../service/shapes/pol.ts';
import { copiesOf, withCopies } from '../rules/order-line.ts';
import { refused } from '../rules/refusal.ts';
import { itemByBarcode, itemByPid, type ItemData, saveItem } from '../store/items.ts';
import type { Db } from '../store/schema.ts';
import { openFunds, vendorOf } from './accounts.ts';

/**
 * Replaces an order line: the record as it was sent, with what only receiving can change kept as it stands. A copy's
 * barcode and policy are those of its item, which is changed with it.
 */
export async function updatedPol(db: Db, number: string, before: Pol, sent: Pol): Promise<Pol> {
  if (sent.number !== undefined && textOf(sent.number) !== number) {
    throw failed(`the number cannot be changed to ${textOf(sent.number).slice(0, 40)}`);
  }
  mustHaveSameCopies(before, sent);
  await mustNameAccounts(db, before, sent);
  const changed = copiesOf(sent).filter((copy) => !isSame(copy, copyIn(before, copy)));
  await mustBeFree(db, copiesOf(sent), changed);
  // First out of the way, then in place: two copies may exchange their barcodes.
  for (const copy of changed) await changeItem(db, copy, { barcode: undefined });
  for (const copy of changed) {
    await changeItem(db, copy, {
      barcode: textOf(copy.barcode) || undefined,
      ...(codeOf(copy.item_policy) === '' ? {} : { policy: copy.item_policy }),
    });
  }
  return {
    ...withCopies(sent, (copy) => ({ ...copy, receive_date: copyIn(before, copy)?.receive_date ?? null })),
    number,
  };
}

function mustHaveSameCopies(before: Pol, sent: Pol): void {
  const known = copiesOf(before).map(({ pid }) => textOf(pid));
  const named = copiesOf(sent).map(({ pid }) => textOf(pid));
  const missing = known.filter((pid) => !named.includes(pid));
  const unknown = named.filter((pid) => !known.includes(pid));
  if (unknown.length > 0) throw failed('a copy has a pid that is not of this PO Line, or none');
  if (missing.length > 0) throw failed(`copies are missing: ${missing.join(', ')}`);
  if (new Set(named).size < named.length) throw failed('a copy is named twice');
}

/** A vendor or a fund that is new to the order line has to be one of the library's. */
async function mustNameAccounts(db: Db, before: Pol, sent: Pol): Promise<void> {
  const vendor = codeOf(sent.vendor);
  if (vendor !== codeOf(before.vendor) && !(await vendorOf(db, vendor))) {
    throw failed(`vendor: there is no vendor ${vendor.slice(0, 40)}`);
  }
  const had = new Set(arrayOf(before.fund_distribution).map((share) => codeOf(share.fund_code)));
  const funds = await openFunds(db);
  for (const share of arrayOf(sent.fund_distribution)) {
    const fund = codeOf(share.fund_code);
    if (!had.has(fund) && !funds.has(fund)) {
      throw failed(`fund_distribution: the fund ${fund.slice(0, 40)} cannot be paid from`);
    }
  }
}

async function mustBeFree(db: Db, all: readonly PolCopy[], changed: readonly PolCopy[]): Promise<void> {
  for (const copy of changed) {
    const barcode = textOf(copy.barcode);
    if (barcode === '') continue;
    const twice = all.filter((other) => textOf(other.barcode) === barcode).length > 1;
    const owner = await itemByBarcode(db, barcode);
    const ofThisLine = owner && all.some((other) => textOf(other.pid) === owner.pid);
    if (twice || (owner && !ofThisLine)) {
      throw refused(ours.barcodeInUse, `Barcode ${barcode.slice(0, 60)} is already in use by another item.`);
    }
    if (barcode.includes('\0')) throw failed('a barcode holds a character that is not allowed');
  }
}

async function changeItem(db: Db, copy: PolCopy, change: Partial<ItemData>): Promise<void> {
  const pid = textOf(copy.pid);
  const item = await itemByPid(db, pid);
  if (item) await saveItem(db, pid, { ...item.data, ...change });
}

function isSame(copy: PolCopy, before: PolCopy | undefined): boolean {
  return (
    textOf(copy.barcode) === textOf(before?.barcode) &&
    codeOf(copy.item_policy) === codeOf(before?.item_policy)
  );
}

function copyIn(pol: Pol, copy: PolCopy): PolCopy | undefined {
  return copiesOf(pol).find(({ pid }) => textOf(pid) === textOf(copy.pid));
}

function failed(why: string) {
  return refused(codes.polUpdateFailed, `Failed to update PO Line (${why}).`);
}
