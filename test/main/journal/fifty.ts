/** Writes fifty commands to a journal, each until it is settled, and says each id once the journal has it as sent. */
import fs from 'node:fs';
import { openJournal } from '../../../src/main/journal/journal.ts';
import { createSeal } from '../../../src/main/journal/seal.ts';

const [, , file = '', key = ''] = process.argv;
const journal = openJournal({
  file,
  seal: createSeal(Buffer.from(key, 'hex')),
  clock: { now: () => new Date() },
});
for (let nth = 0; nth < 50; nth += 1) {
  const id = `command-${nth}`;
  journal.intend({
    id,
    operation: 'users.fees.pay',
    queue: 'l',
    about: '',
    payload: {},
    before: null,
    library: 'here',
  });
  fs.writeSync(1, `intended ${id}\n`);
  journal.sent(id);
  fs.writeSync(1, `sent ${id}\n`);
  journal.settle(id, 'accepted');
}
journal.close();
