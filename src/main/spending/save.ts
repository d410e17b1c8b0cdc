import path from 'node:path';
import type { SavedFile } from '../../contract/spending.ts';
import { m } from '../../messages/compiled/messages.js';
import { localDay } from '../../shared/days.ts';
import type { Deps } from '../deps.ts';
import { Failed } from '../failure.ts';
import { csvOf } from '../records/csv-out.ts';

/** Saves it where the user chooses, under a name with today’s date; null if they cancel. */
export async function saveSpending(
  { files, clock }: Deps,
  { window, name, file }: { readonly window: number; readonly name: string; readonly file: SavedFile },
  signal: AbortSignal,
): Promise<{ savedAs: string } | null> {
  const place = await files.placeFor(window, {
    use: 'save',
    title: m.spending_save_title(),
    name: `${name} ${localDay(clock.now())}.${file.kind}`,
    type: { name: file.kind.toUpperCase(), extensions: [file.kind] },
  });
  if (place === null) return null;
  if (signal.aborted) throw new Failed({ kind: 'cancelled' });
  await files.write(place, contentOf(file));
  return { savedAs: path.basename(place) };
}

function contentOf(file: SavedFile): Uint8Array | string {
  if (file.kind === 'csv') return csvOf(file.rows);
  return file.kind === 'svg' ? file.text : Buffer.from(file.base64, 'base64');
}
