import type { Coded } from '../../../contract/common.ts';
import type { LocationJob, LocationRecord, LocationRow } from '../../../contract/configuration-locations.ts';
import type { Failure } from '../../../contract/failure.ts';
import type { Answer } from '../../../contract/index.ts';
import { call, watch } from '../../api.ts';
import type { SectionState } from '../../app/shell.svelte.ts';
import { Listing } from '../../ui/list/listing.svelte.ts';
import { LocationFile } from './file/location-file.svelte.ts';
import { OpenLocationJob } from './file/open-job.svelte.ts';
import { type LocationEdit, locationEditOf } from './location-edit.svelte.ts';
import type { GoesBack } from '../back.ts';
import type { SectionId } from '../sections.ts';

/** The location that is open. */
export class OpenLocation {
  readonly library: string;
  readonly code: string;
  readonly view = new Listing<LocationRecord>((signal) =>
    call('configuration.locations.read', { library: this.library, code: this.code }, { signal }),
  );
  readonly edit: LocationEdit;
  dialog = $state.raw<'edit' | 'delete' | null>(null);

  constructor(library: string, code: string) {
    this.library = library;
    this.code = code;
    this.edit = locationEditOf(library, code);
  }

  /** Shows the location as it was saved; reads it where the answer does not have it. */
  async saved(record: LocationRecord | null): Promise<void> {
    if (record) this.view.value = record;
    else await this.view.load();
  }

  close(): void {
    this.view.stop();
    this.dialog = null;
  }
}

/** The locations of this window: the library that is chosen, what is open of it, and the files that are written. */
export class Locations implements SectionState, GoesBack {
  libraries = $state.raw<readonly Coded[]>([]);
  /** The code of the library that is chosen; `''` until the libraries were read. */
  library = $state('');
  /** What the list is narrowed to. */
  filter = $state('');
  /** The current row. */
  at = $state('');
  opened = $state.raw<OpenLocation | null>(null);
  /** The form of a new location is open. */
  creating = $state(false);
  /** Its section for files is open. */
  isFileOpen = $state(false);
  readonly file = new LocationFile();
  /** The jobs of all library systems, oldest first. */
  jobs = $state.raw<readonly LocationJob[]>([]);
  job = $state.raw<OpenLocationJob | null>(null);
  /** Why something with the jobs, or with saving, was not done. */
  failure = $state.raw<Failure | null>(null);
  readonly list = new Listing<Answer<'configuration.locations.list'>>(async (signal) => {
    if (this.libraries.length === 0) {
      const found = await call('configuration.locations.libraries', {}, { signal });
      if (!found.ok) return found;
      const { own, libraries } = found.value;
      this.libraries = libraries;
      const isThere = libraries.some(({ code }) => code === own);
      this.library = isThere ? own : (libraries[0]?.code ?? '');
    }
    if (this.library === '') return { ok: true, value: { locations: [], types: [] } };
    return call('configuration.locations.list', { library: this.library }, { signal });
  });

  constructor() {
    watch('configuration.locations.watch', (jobs) => {
      this.jobs = jobs;
    });
  }

  /** Another library: its locations. */
  async choose(library: string): Promise<void> {
    this.library = library;
    this.filter = '';
    this.at = '';
    await this.list.anew();
  }

  /** What a library is called. */
  nameOf(library: string): string {
    return this.libraries.find(({ code }) => code === library)?.label ?? library;
  }

  open({ code }: Pick<LocationRow, 'code'>): void {
    if (code === '') return;
    this.opened?.close();
    this.opened = new OpenLocation(this.library, code);
    void this.opened.view.load();
  }

  /** Opens a job: what came of each of its rows. */
  async openJob(id: string): Promise<void> {
    const reply = await call('configuration.locations.job', { id });
    this.failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.job = new OpenLocationJob(reply.value);
  }

  /** Takes a job off the list; answers whether it is. */
  async dismiss(id: string): Promise<boolean> {
    const reply = await call('configuration.locations.dismiss', { id });
    this.failure = reply.ok ? null : reply.failure;
    if (reply.ok && this.job?.id === id) this.job = null;
    return reply.ok;
  }

  /** Esc in the section. */
  backIn(section: SectionId): boolean {
    return section === 'locations' && this.back();
  }

  /** Back to the list; answers whether something was open in its place. */
  back(): boolean {
    if (this.job) {
      this.job = null;
      void this.list.load();
      return true;
    }
    if (this.opened) {
      this.opened.close();
      this.opened = null;
      return true;
    }
    const wasOpen = this.isFileOpen;
    this.isFileOpen = false;
    return wasOpen;
  }

  /** Another library system has other locations. */
  forget(): void {
    this.list.stop();
    this.list.value = null;
    this.list.failure = null;
    this.opened?.close();
    this.opened = null;
    this.creating = false;
    this.isFileOpen = false;
    this.file.forget();
    this.job = null;
    this.failure = null;
    this.libraries = [];
    this.library = '';
    this.filter = '';
    this.at = '';
  }
}
