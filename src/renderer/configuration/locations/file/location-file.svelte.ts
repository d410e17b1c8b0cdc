import type { ReadyFile } from '../../../../contract/attachments.ts';
import type { LocationJobInFull, LocationPreview } from '../../../../contract/configuration-locations.ts';
import type { Charset, CsvForm } from '../../../../contract/invoice-import.ts';
import { call } from '../../../api.ts';
import { FileReading } from '../../../attachments/file-taking.svelte.ts';

/** Which rows of a preview are shown. */
export type Shown = 'written' | 'problems' | 'all';

/** The file that is put beside a library's locations in this window. Nothing of it is sent. */
export class LocationFile extends FileReading {
  preview = $state.raw<LocationPreview | null>(null);
  /** Locations that are not in the file are to be deleted. */
  deletes = $state(false);
  shown = $state<Shown>('written');
  at = $state('');
  #charset: Charset | null = null;
  #separator: CsvForm['separator'] | null = null;
  /** As in the preview that is shown. */
  #deletesShown = false;
  #library = '';
  #intent = crypto.randomUUID();

  /** Lets the person choose a file in the system's dialog, and puts it beside this library. */
  async choose(library: string): Promise<void> {
    if (this.busy || this.reading) return;
    const reply = await this.work(() => call('configuration.locations.import.open', {}));
    if (!reply.ok) this.fail(reply.failure);
    else if (reply.value) await this.#opened(reply.value, library);
  }

  /** Takes the first of the files that were dropped. */
  async drop([first]: readonly File[], library: string): Promise<void> {
    if (!first || this.busy || this.reading) return;
    const ready = await this.take('configuration.locations.import', first);
    if (ready) await this.#opened(ready, library);
  }

  async setCharset(charset: Charset): Promise<void> {
    this.#charset = charset;
    await this.read();
  }

  async setSeparator(separator: CsvForm['separator']): Promise<void> {
    this.#separator = separator;
    await this.read();
  }

  /** Reads the file and the library once more. */
  async read(library = this.#library): Promise<void> {
    const { preview } = this;
    if (preview) await this.#read(preview, library);
  }

  /** Makes a job of what is shown; null where it did not come to that. */
  async start(): Promise<LocationJobInFull | null> {
    const { preview } = this;
    if (!preview) return null;
    const input = { intent: this.#intent, preview: preview.preview };
    const reply = await this.work(() => call('configuration.locations.import.start', input));
    if (!reply.ok) {
      this.fail(reply.failure);
      return null;
    }
    this.forget();
    return reply.value;
  }

  /** The file is not wanted any more. */
  forget(): void {
    const { preview } = this;
    this.stop();
    this.preview = null;
    this.failure = null;
    this.deletes = this.#deletesShown = false;
    this.#charset = this.#separator = null;
    if (preview) void call('configuration.locations.import.forget', { file: preview.file });
  }

  async #opened(file: ReadyFile, library: string): Promise<void> {
    this.#charset = this.#separator = null;
    this.deletes = this.#deletesShown = false;
    this.preview = null;
    await this.#read(file, library);
  }

  async #read({ file }: Pick<ReadyFile, 'file'>, library: string): Promise<void> {
    this.#library = library;
    const { deletes } = this;
    const how = { charset: this.#charset, separator: this.#separator, deletes };
    const signal = this.stoppable();
    const reply = await this.work(() =>
      call('configuration.locations.import.preview', { file, library, ...how }, { signal }),
    );
    if (!reply.ok) {
      // What is shown, and would be started, is still what was read before.
      this.deletes = this.#deletesShown;
      this.fail(reply.failure);
      return;
    }
    this.preview = reply.value;
    this.#deletesShown = deletes;
    this.#intent = crypto.randomUUID();
    const { counts } = reply.value;
    const isAny = counts.make + counts.change + counts.delete > 0;
    this.shown = isAny ? 'written' : counts.none > 0 ? 'problems' : 'all';
    this.at = '';
  }
}
