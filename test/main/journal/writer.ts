/** Writes to a journal for as long as it lives, and says each id once the journal has it. Killed by its test. */
import fs from 'node:fs';
import { openJournal } from '../../../src/main/journal/journal.ts';
import { createSeal } from '../../../src/main/journal/seal.ts';

const [, , file = '', key = ''] = process.argv;
const journal = openJournal({
  file,
  seal: createSeal(Buffer.from(key, 'hex')),
  clock: { now: () => new Date() },
});
for (;;) {
  const id = crypto.randomUUID();
  journal.intend({
    id,
    operation: 'users.fees.pay',
    queue: 'l',
    about: '',
    payload: {},
    before: null,
    library: 'here',
  });
  fs.writeSync(1, `${id}\n`);
}
