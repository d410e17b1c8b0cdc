import { LeftOut } from './check.ts';
import { statusOf } from './expect.ts';
import { type Answer, objectOf, p } from './http.ts';
import { at, code, type Json, objects, text } from './read.ts';
import type { Named, World } from './world.ts';

/** An item of the library, and the ids that lead to it. */
export interface Item {
  readonly barcode: string;
  readonly pid: string;
  readonly mmsId: string;
  readonly holdingId: string;
  readonly path: string;
  readonly library: string;
  readonly location: string;
  readonly process: string;
}

/** A copy of an order line that has not been received. */
export interface Ordered {
  readonly pol: string;
  readonly pid: string;
  readonly mmsId: string;
  readonly holdingId: string;
  readonly barcode: string;
  /** Empty until it is received. */
  readonly receiveDate: string;
}

/** What a scan-in says so that it counts as no use in the house. A service that does not know it may ignore it. */
export const noUse = { register_in_house_use: false };

/** How many items are lent and asked for. */
const WANTED = 2;
/** How many of the copies that were not yet received are kept for the checks of receiving. */
const KEPT_TO_RECEIVE = 3;

/** Finds items that may be lent and received: those a person named, else those of order lines that invoices name. */
export class Items {
  readonly #world: World;
  readonly #named: Named;
  readonly #lent: Item[] = [];
  #candidates: Promise<Item[]> | undefined;
  #ordered: Promise<Ordered[]> | undefined;
  #pols: Promise<string[]> | undefined;

  constructor(world: World, named: Named) {
    this.#world = world;
    this.#named = named;
  }

  /** The number of every order line that can be found. */
  pols(): Promise<string[]> {
    return (this.#pols ??= this.#findPols());
  }

  /** The item with this number, free to be lent: asked twice for one number, it is the same item. */
  async free(number = 0): Promise<Item> {
    const candidates = await (this.#candidates ??= this.#findCandidates());
    const item = candidates[number];
    if (!item) throw new LeftOut('no item was found that may be lent: name some with --item');
    this.#lent.push(item);
    return this.scanIn(item);
  }

  /** A copy that was not received yet; each is handed out once. */
  async toReceive(): Promise<Ordered> {
    const next = (await this.waiting()).shift();
    if (!next) throw new LeftOut('no order line was found that awaits a copy: name one with --pol');
    this.#world.stays('a receipt cannot be taken back', `item ${next.pid} of ${next.pol}`);
    return next;
  }

  /** The copies that were not received yet, and are not handed out. */
  waiting(): Promise<Ordered[]> {
    return (this.#ordered ??= this.#findOrdered());
  }

  /** Returns an item at the desk. */
  async scanIn(item: Item): Promise<Item> {
    const { library, desk } = this.#world.codes;
    const query = { op: 'scan', library, circ_desk: desk, ...noUse };
    const after = itemOf(await this.#world.service.post(item.path, query));
    if (after?.process !== '') throw new LeftOut(`item ${item.pid} does not go back to its shelf`);
    return after;
  }

  async at(path: string): Promise<Item> {
    const answer = await this.#world.service.get(path);
    const item = itemOf(answer);
    if (!item) throw new LeftOut(`no item could be read: ${statusOf(answer)}`);
    return item;
  }

  async byBarcode(barcode: string): Promise<Item | undefined> {
    const { service } = this.#world;
    const answer = await service.get('/items', { item_barcode: barcode });
    const path = pathAfterVersion(answer.headers.get('location'));
    return path === undefined ? itemOf(answer) : itemOf(await service.get(path));
  }

  /** Returns what was lent. */
  async giveBack(): Promise<void> {
    for (const item of new Set(this.#lent)) await this.scanIn(item).catch(() => undefined);
  }

  async #findPols(): Promise<string[]> {
    if (this.#named.pols.length > 0) return [...this.#named.pols];
    const { service } = this.#world;
    const numbers = new Set<string>();
    for (const invoice of objects(objectOf(await service.get('/acq/invoices', { limit: 20 }))['invoice'])) {
      const lines = await service.get(p`/acq/invoices/${text(invoice['id'])}/lines`, { limit: 100 });
      for (const line of objects(objectOf(lines)['invoice_line'])) {
        if (text(line['po_line']) !== '') numbers.add(text(line['po_line']));
      }
    }
    return [...numbers];
  }

  async #findOrdered(): Promise<Ordered[]> {
    return (await this.#copies()).filter(({ receiveDate }) => receiveDate === '');
  }

  /** Every copy of the order lines that can be found. */
  async #copies(): Promise<Ordered[]> {
    const copies: Ordered[] = [];
    for (const pol of await this.pols()) {
      const record = objectOf(await this.#world.service.get(p`/acq/po-lines/${pol}`));
      const mmsId = code(at(record, 'resource_metadata.mms_id'));
      for (const { copy, holdingId } of copiesOf(record)) {
        const [pid = '', barcode = '', receiveDate = ''] = ['pid', 'barcode', 'receive_date'].map((name) =>
          text(copy[name]),
        );
        copies.push({ pol, mmsId, holdingId, pid, barcode, receiveDate });
      }
    }
    return copies;
  }

  /** Named items; else those that were received and are in place; else some that are received for this. */
  async #findCandidates(): Promise<Item[]> {
    const named = await Promise.all(this.#named.items.map((barcode) => this.byBarcode(barcode)));
    const items = named.filter((item) => item !== undefined);
    if (items.length > 0) return items;
    for (const { mmsId, holdingId, pid, receiveDate } of await this.#copies()) {
      if (receiveDate === '' || items.length === WANTED) continue;
      const path = p`/bibs/${mmsId}/holdings/${holdingId}/items/${pid}`;
      const item = itemOf(await this.#world.service.get(path));
      if (item?.process === '' && item.barcode !== '') items.push(item);
    }
    const ordered = await this.waiting();
    while (ordered.length > KEPT_TO_RECEIVE && items.length < WANTED) {
      const lendable = ordered.filter(({ barcode }) => barcode !== '');
      // Of different titles: just after a loan nothing of its title can be asked for.
      const next = lendable.find(({ mmsId }) => items.every((item) => item.mmsId !== mmsId)) ?? lendable[0];
      if (!next) break;
      ordered.splice(ordered.indexOf(next), 1);
      const item = await this.#received(next);
      if (item) items.push(item);
    }
    return items;
  }

  /** Receives a copy and brings it to its shelf; undefined where it goes to somebody who waits for it. */
  async #received({ pol, pid }: Ordered): Promise<Item | undefined> {
    const { department, departmentLibrary } = this.#world.codes;
    const query = { op: 'receive', department, department_library: departmentLibrary };
    const item = itemOf(await this.#world.service.post(p`/acq/po-lines/${pol}/items/${pid}`, query, {}));
    if (!item) return undefined;
    this.#world.stays('a receipt cannot be taken back', `item ${pid} of ${pol}`);
    return this.scanIn(item).catch(() => undefined);
  }
}

/** The copies of an order line, with the holding each belongs to. */
export function copiesOf(pol: Json): { copy: Json; holdingId: string }[] {
  return objects(pol['location']).flatMap((location) =>
    objects(location['copy']).map((copy) => ({
      copy,
      holdingId: text(at(objects(location['holding'])[0], 'id')),
    })),
  );
}

/** The path of a redirect, relative to the version. */
export function pathAfterVersion(location: string | null): string | undefined {
  return /\/v1(\/.*)$/.exec(location ?? '')?.[1];
}

/** Reads an item from an answer; undefined where it is none. */
export function itemOf(answer: Answer): Item | undefined {
  const data = at(answer.body, 'item_data');
  const mmsId = text(at(answer.body, 'bib_data.mms_id'));
  const holdingId = text(at(answer.body, 'holding_data.holding_id'));
  const pid = text(at(data, 'pid'));
  if (answer.status !== 200 || pid === '') return undefined;
  return {
    pid,
    mmsId,
    holdingId,
    barcode: text(at(data, 'barcode')),
    path: p`/bibs/${mmsId}/holdings/${holdingId}/items/${pid}`,
    library: code(at(data, 'library')),
    location: code(at(data, 'location')),
    process: code(at(data, 'process_type')),
  };
}
