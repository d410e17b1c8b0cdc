import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { practiceLibrary, withFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

/** Where a scan could be meant in two ways, and what is set by hand for the next ones. */
export async function questions(open: typeof Camera.open): Promise<void> {
  await using camera = await open('questions', { env: withFaults });
  const { carrel, desk } = camera;
  await desk.open(code('patronBorrower'), 'נועה לוי');
  await desk.scanned(code('itemOnLoan'), m.desk_scan_already());
  await camera.take('already on this patron');
  await desk.open(code('patronNothing'), 'Grace Okafor');
  await desk.scanned(code('itemOverdue'), 'Bleak House');
  await camera.take('on somebody else');
  await desk.scan('21234000001015');
  await desk.scanned(code('itemFree2'), m.desk_whose_held());
  await camera.take('whose card', { whole: true });
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await camera.over('Control+D', 'a due date by hand');
  await camera.over('Control+I', 'an item without a barcode');

  // By these rules nothing tells cards from items; and somebody's primary id is an item's barcode.
  const both = code('itemFree1');
  const library = await practiceLibrary(carrel);
  await library.call('users.create', {
    body: {
      primary_id: both,
      account_type: { value: 'INTERNAL' },
      status: { value: 'ACTIVE' },
      user_group: { value: 'STAFF' },
      last_name: 'Okafor',
    },
  });
  await carrel.ask('station.barcodes', { rules: [], code39: true, aim: true });
  await desk.scan(both);
  await desk.stage.getByText(m.desk_which()).waitFor();
  await camera.take('card or item', { whole: true });
}
