import path from 'node:path';
import type { SavedFile } from '../../contract/saving.ts';
import { m } from '../../messages/compiled/messages.js';
import { localDay } from '../../shared/days.ts';
import { mostPrinted } from '../../shared/saving-limits.ts';
import { Failed, invalid } from '../failure.ts';
import type { Clock, Files, Printer } from '../ports.ts';
import { csvOf } from '../records/csv-cells.ts';
import type { Station } from '../station/station.ts';
import { reportPage } from './page.ts';
import type { HandedTables } from './tables.ts';

export interface SavingPorts {
  readonly files: Pick<Files, 'placeFor' | 'write'>;
  readonly printer: Pick<Printer, 'pdf'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly station: { view(): Pick<ReturnType<Station['view']>, 'mode'> };
  readonly tables: HandedTables;
}

/**
 * Saves it where the user chooses, under a name with today’s date; null if they cancel. What is to be laid out is laid
 * out after that: nobody waits for pages that they do not keep.
 */
export async function saveFile(
  ports: SavingPorts,
  { window, name, file }: { readonly window: number; readonly name: string; readonly file: SavedFile },
  signal: AbortSignal,
): Promise<{ savedAs: string } | null> {
  const { files, clock } = ports;
  const lines = 'table' in file ? ports.tables.take(window, file.table) : [];
  if (file.kind === 'pdf' && lines.length > mostPrinted + 1)
    throw invalid('table', 'tooLarge', String(mostPrinted));
  const place = await files.placeFor(window, {
    use: 'save',
    title: m.saving_title(),
    name: `${name} ${localDay(clock.now())}.${file.kind}`,
    type: { name: file.kind.toUpperCase(), extensions: [file.kind] },
  });
  if (place === null) return null;
  if (signal.aborted) throw new Failed({ kind: 'cancelled' });
  await files.write(place, await contentOf(ports, file, lines));
  return { savedAs: path.basename(place) };
}

async function contentOf(
  { printer, clock, station }: SavingPorts,
  file: SavedFile,
  lines: readonly (readonly string[])[],
): Promise<Uint8Array | string> {
  switch (file.kind) {
    case 'csv':
      return csvOf(lines);
    case 'pdf': {
      const practice = station.view().mode === 'practice';
      return printer.pdf(reportPage({ ...file.page, lines, practice, now: clock.now() }), 'A4 landscape');
    }
    case 'svg':
      return file.text;
    case 'png':
      return Buffer.from(file.base64, 'base64');
  }
}
