import { sampleCode as code, type SampleId } from '../../src/service/samples.ts';
import { m } from '../../src/messages/compiled/messages.js';
import type { Camera } from './camera.ts';

/** Patrons in each kind of standing: what is in the way of a loan, and what the service says to one that is tried. */
export async function connection(open: typeof Camera.open): Promise<void> {
  await using camera = await open('standing');
  const { desk } = camera;
  const patrons: readonly (readonly [SampleId, string, string])[] = [
    ['patronBlocked', 'Tomáš Dvořák', 'blocked'],
    ['patronExpired', 'Léa Fontaine', 'expired'],
    ['patronAtLimit', 'Анна Соколова', 'at the limit'],
    ['patronOwing', 'Γιώργος Παπαδόπουλος', 'owing'],
  ];
  for (const [id, name, state] of patrons) {
    await desk.open(code(id), name);
    await desk.tab('loans');
    await desk.scan(code('itemFree4'));
    await desk.rows
      .getByTestId(/^mark-(refused|done)$/)
      .first()
      .waitFor();
    await camera.take(state, { whole: id === 'patronOwing' });
  }
  await desk.open(code('patronNote'), 'أمينة حدّاد');
  await desk.notes.waitFor();
  await desk.scan(code('itemFree1'));
  await desk.row(m.desk_scan_held()).waitFor();
  await camera.take('notes in the way');
}
