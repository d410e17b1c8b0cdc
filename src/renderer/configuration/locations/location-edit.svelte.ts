import type { LocationForm, LocationRecord } from '../../../contract/configuration-locations.ts';
import { call } from '../../api.ts';
import { draftsOf } from '../../ui/list/drafts.svelte.ts';
import { RecordEdit } from '../../ui/list/record-edit.svelte.ts';
import { besides, blankForm, clashesOf, merged } from './location-form.ts';

/** A location while it is edited, or made. */
export class LocationEdit extends RecordEdit<LocationForm, LocationRecord> {
  readonly library: string;
  /** `''` for one that is made. */
  readonly code: string;

  constructor(library: string, code: string) {
    super({
      isNew: code === '',
      blank: blankForm,
      read: (signal) => call('configuration.locations.read', { library, code }, { signal }),
      ...{ clashesOf, merged, besides },
    });
    this.library = library;
    this.code = code;
  }

  get isNew(): boolean {
    return this.code === '';
  }

  /** Continues the draft, or begins one: with a fresh read, unless it is new. */
  async open(): Promise<void> {
    if (this.isDirty) {
      this.goOn();
      return;
    }
    this.beginAnew();
    if (!this.isNew) await this.readAnew();
  }

  /** What the location is called. */
  name(): string {
    return this.base?.name || this.code;
  }

  /** Saves; null where it did not come to that. The record is null where it cannot be read afterwards. */
  async save(): Promise<{ readonly record: LocationRecord | null } | null> {
    const { library } = this;
    return this.submit((intent, signal, form, base) =>
      base === null
        ? call('configuration.locations.create', { intent, library, form }, { signal })
        : call('configuration.locations.update', { intent, library, seen: base.seen, form }, { signal }),
    );
  }
}

const edits = draftsOf((key) => {
  const [library = '', code = ''] = JSON.parse(key) as string[];
  return new LocationEdit(library, code);
});

/** What was begun of a location; without a code, of a new one of this library. */
export const locationEditOf = (library: string, code = ''): LocationEdit =>
  edits(JSON.stringify([library, code]));
