import type { Client } from '../../src/client/client.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { codeOf } from '../../src/service/read.ts';

/** The cards of patrons of the staff, who may have many loans, one after the other. */
export async function* staffCards(library: Client): AsyncGenerator<string, never> {
  for (let number = 1001; ; number += 1) {
    const card = barcodeOf('patron', number);
    const user = await library.call('users.get', { path: { user_id: card } });
    const isValid = String(user.expiry_date) >= new Date().toISOString();
    if (codeOf(user.user_group) === 'STAFF' && isValid) yield card;
  }
}
