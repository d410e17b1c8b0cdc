import { pause } from '../desk.ts';
import type { Act } from './wanting.ts';

/** What a hand finds on the sheet of command barcodes, but for END. */
const sheet = ['EXTEND', 'PRINT', 'UNDO', 'SEEN', 'LEND', 'RETURN', 'PREV', 'HELP', 'FINISH', 'KEEP', 'NONE'];

/** A queue at the desk, worked through with the scanner alone: card, books, END, the next card, and nothing is waited for. */
export const scanOnly: Act = async (desk, chance) => {
  for (let left = 1 + chance.below(3); left > 0; left -= 1) {
    await desk.scan(chance.pick(desk.cast.patrons).card, null);
    for (let books = chance.below(4); books > 0; books -= 1) {
      await pause(chance.between(50, 1500));
      const item = chance.pick(desk.cast.items);
      await desk.scan(item, `lend ${item}`);
      if (chance.happens(0.25)) await desk.scan(`CRL${chance.pick(sheet)}`, null);
    }
    await pause(chance.between(20, 400));
    await desk.scan('CRLEND', null);
    await pause(chance.between(20, 2000));
  }
};

/** The same sheet lies in the receiving room. */
export const scanRoom: Act = async (desk, chance) => {
  for (let left = 1 + chance.below(3); left > 0; left -= 1) {
    await desk.scanOrder(chance.happens(0.5) ? chance.pick(desk.cast.orders) : `CRL${chance.pick(sheet)}`);
    await pause(chance.between(20, 2000));
  }
};
