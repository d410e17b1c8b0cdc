import type { ImportPreview } from '../../../src/contract/invoice-import.ts';
import type { Chance } from '../chance.ts';
import { newId } from '../clock.ts';
import { pause, type Desk } from '../desk.ts';
import { enterInvoice, planOf } from './invoices.ts';
import { csvFile, edifactFile, type VendorFile } from './vendor-files.ts';
import type { Act } from './wanting.ts';

/**
 * A vendor's file comes in, and its invoices are entered from it one after the other; now and then the whole file once
 * more, by whoever is not sure that it was done, or by another who has it too.
 */
export const importFile: Act = async (desk, chance) => {
  const plans = Array.from({ length: 1 + chance.below(3) }, () => planOf(desk, chance));
  const file = chance.happens(0.5) ? csvFile(plans) : edifactFile(plans);
  desk.model.files.push({ ...file, station: desk.station.name });
  await enterFrom(desk, chance, file, false);
  if (chance.happens(0.6)) return;
  await pause(chance.between(100, 100_000));
  await enterFrom(desk, chance, file, true);
};

/** Somebody finds a file that another has begun with, before a restart perhaps, and imports it. */
export const importAgain: Act = async (desk, chance) => {
  const files = desk.model.files.filter(({ station }) => station === desk.station.name);
  if (files.length === 0) return importFile(desk, chance);
  await enterFrom(desk, chance, chance.pick(files), true);
};

async function enterFrom(
  desk: Desk,
  chance: Chance,
  vendorFile: VendorFile,
  isAgain: boolean,
): Promise<void> {
  const { content, name, plans } = vendorFile;
  const begun = await desk.ask('invoices.import.begin', { name, size: content.length });
  if (!begun.ok) return;
  const { file } = begun.value;
  const sent = await desk.ask('invoices.import.piece', { file, bytes: content.toString('base64') });
  if (!sent.ok) return;
  const how = { file, charset: null, csv: null, vendor: 'NORTHBOOKS' };
  const read = await desk.ask('invoices.import.map', how);
  if (!read.ok) return;
  const wrong = misread(read.value, vendorFile);
  if (wrong !== null) desk.model.wrongs.push(`${name} of ${plans[0]?.number}: ${wrong}`);
  for (const [nth, plan] of plans.entries()) {
    if (chance.happens(0.2)) await desk.ask('invoices.import.match', { ...how, invoice: nth });
    const taken = await desk.ask('invoices.import.go', { ...how, invoice: nth, pols: {} });
    // Of an invoice that comes a second time the intent is another one: nobody knows the first any more.
    if (taken.ok)
      await enterInvoice(desk, chance, isAgain ? { ...plan, intent: newId() } : plan, taken.value);
    await pause(chance.between(50, 5000));
  }
  await desk.ask('invoices.import.forget', { file });
}

/** What a file says that was read otherwise. */
function misread({ invoices }: ImportPreview, { plans }: VendorFile): string | null {
  const amounts = invoices.map(
    ({ number, lines }) => `${number}: ${lines.map(({ amount }) => amount).join()}`,
  );
  const written = plans.map(({ number, lines }) => `${number}: ${lines.map(({ amount }) => amount).join()}`);
  return amounts.join(' ') === written.join(' ') ? null : `read as ${amounts.join(' ')}`;
}
