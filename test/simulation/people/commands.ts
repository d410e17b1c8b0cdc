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

/** What opens nobody: a misread card, one that nobody has, what may be one, and what is none. */
const strays = ['21234000001015', '21234000999993', 'ZZZ/~1', '9780306406157'];

/** Cards that cannot be read come between those that can, with books after each. */
export const strayCard: Act = async (desk, chance) => {
  for (let left = 2 + chance.below(5); left > 0; left -= 1) {
    const isStray = chance.happens(0.5);
    await desk.scan(isStray ? chance.pick(strays) : chance.pick(desk.cast.patrons).card, null);
    for (let books = chance.below(3); books > 0; books -= 1) {
      await pause(chance.between(20, 1500));
      const item = chance.pick(desk.cast.items);
      await desk.scan(item, `lend ${item}`);
    }
    if (chance.happens(0.15)) await desk.scan('CRLEND', null);
    await pause(chance.between(20, 3000));
  }
};

/** The same sheet lies in the receiving room. */
export const scanRoom: Act = async (desk, chance) => {
  for (let left = 1 + chance.below(3); left > 0; left -= 1) {
    await desk.scanOrder(chance.happens(0.5) ? chance.pick(desk.cast.orders) : `CRL${chance.pick(sheet)}`);
    await pause(chance.between(20, 2000));
  }
};
