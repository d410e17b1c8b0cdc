import { randomUUID } from 'node:crypto';
import type { LocationJobInFull, LocationPreview } from '../../../../contract/configuration-locations.ts';
import type { Parsed } from '../../../../contract/index.ts';
import type { Location } from '../../../../service/shapes/config.ts';
import { invalid } from '../../../failure.ts';
import { ImportFiles } from '../../../records/import-files.ts';
import { jobInFull, type LocatingDeps } from '../job-view.ts';
import type { PlannedRow } from '../plan.ts';
import { inFull, locationsOf, typesFor } from '../read.ts';
import { readFile } from './preview.ts';

/** What a window was shown last, as it can be started. */
interface Shown {
  readonly preview: string;
  /** The id of the library system, and the code of the library in it. */
  readonly system: string;
  readonly library: string;
  readonly file: string;
  readonly rows: readonly PlannedRow[];
}

/** The file in each window, and what was shown of it: what is started is what was shown. */
export class LocationImports {
  readonly files = new ImportFiles();
  readonly #shown = new Map<number, Shown>();

  keep(window: number, shown: Shown): void {
    this.#shown.set(window, shown);
  }

  /** Throws `gone` where the window was shown something else since. */
  shown(window: number, preview: string): Shown {
    const shown = this.#shown.get(window);
    if (shown?.preview !== preview) throw invalid('preview', 'gone');
    return shown;
  }

  forget(window: number, file: string): void {
    this.files.forget(window, file);
    this.#shown.delete(window);
  }

  /** The window was closed. */
  closed(window: number): void {
    this.files.closed(window);
    this.#shown.delete(window);
  }
}

export interface ImportingDeps extends LocatingDeps {
  readonly imports: LocationImports;
}

/** Puts the file of a window beside a fresh read of a library. */
export async function previewFile(
  { deps, imports }: ImportingDeps,
  window: number,
  { file, library, ...how }: Parsed<'configuration.locations.import.preview'>,
  signal: AbortSignal,
): Promise<LocationPreview> {
  const whole = await imports.files.read(window, file);
  const service = await deps.connection.service();
  const listed = await locationsOf(service, library, { signal });
  const types = (await typesFor(service, listed, signal)).map(({ code }) => code);
  const readBeside = (present: readonly Location[]) =>
    readFile(whole, how, { code: library, present, types });
  const first = readBeside(listed).planned.find(({ seen }) => seen !== null)?.code;
  const present = first === undefined ? listed : await inFull(service, { library, listed, first }, signal);
  const { shown, planned } = readBeside(present);
  const preview = randomUUID();
  imports.keep(window, { preview, system: service.library.id, library, file: whole.name, rows: planned });
  return { ...shown, preview };
}

/** Makes a job of what a window was shown. Nothing is sent until it is run. */
export async function startImport(
  { deps, jobs, imports }: ImportingDeps,
  window: number,
  { intent, preview }: Parsed<'configuration.locations.import.start'>,
): Promise<LocationJobInFull> {
  const { system, library, file, rows } = imports.shown(window, preview);
  const service = await deps.connection.service();
  if (service.library.id !== system) throw invalid('library', 'moved');
  if (rows.length === 0) throw invalid('rows', 'required');
  return jobInFull({ deps, jobs }, jobs.add({ intent, library, file, rows: [...rows] }, system));
}
