import { textOf } from '../../src/service/read.ts';
import { copiesOf } from '../../src/main/orders/record.ts';
import type { Pol } from '../../src/service/shapes/pol.ts';
import type { Carrel } from './app.ts';
import { changedElsewhere, orderOnRecord } from './orders.ts';
import { practiceLibrary } from './with-faults.ts';

type Program = Pick<Carrel, 'userData'>;

/** What makes an order line one whose book nobody waits for, and about which nothing is said. */
export const quiet = { rush: false, receiving_note: '', interested_user: [] } as const;

/** An order line as the practice library has it. */
export const orderAt = async (program: Program, pol: string): Promise<Pol> =>
  orderOnRecord({ client: await practiceLibrary(program) }, pol);

/** Changes an order line at the practice library, past the screens. */
export const changeAt = async (program: Program, pol: string, change: object): Promise<void> =>
  changedElsewhere({ client: await practiceLibrary(program) }, pol, change);

/** The ISBN on the cover of an order line's book. */
export const isbnAt = async (program: Program, pol: string): Promise<string> =>
  textOf((await orderAt(program, pol)).resource_metadata?.isbn);

/** The barcodes of the items of an order line. */
export const barcodesAt = async (program: Program, pol: string): Promise<readonly string[]> =>
  copiesOf(await orderAt(program, pol)).map(({ copy }) => textOf(copy.barcode));

/** How many items of an order line were received. */
export const receivedAt = async (program: Program, pol: string): Promise<number> =>
  copiesOf(await orderAt(program, pol)).filter(({ copy }) => textOf(copy.receive_date) !== '').length;

/** What the practice library has on record about an item, by its barcode. */
export async function itemAt(program: Program, barcode: string) {
  const library = await practiceLibrary(program);
  const { item_data: data } = await library.call('items.byBarcode', { query: { item_barcode: barcode } });
  return data ?? {};
}
