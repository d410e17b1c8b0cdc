import type { PatronForm, PatronRecord, PatronTables } from '../../contract/patrons.ts';
import { nameOr } from '../../shared/patrons.ts';
import { call } from '../api.ts';
import { failureText } from '../failures/failure-text.ts';
import { draftsOf } from '../ui/list/drafts.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { RecordEdit } from '../ui/list/record-edit.svelte.ts';
import { newForm } from './form.ts';
import { besides, clashesOf, merged } from './merge.ts';
import { refusedField } from './refused-field.ts';

/** Whose record was saved. */
export type SavedPatron = Pick<PatronRecord, 'userId' | 'name'>;

/** A patron's record while it is edited; with no user id, while it is made. */
export class PatronEdit extends RecordEdit<PatronForm, PatronRecord> {
  readonly userId: string | null;
  readonly tables = new Listing<PatronTables>((signal) => call('patrons.tables', {}, { signal }));
  /** As it was shown at first. */
  #opened = '';
  readonly #refused = $derived(refusedField(this.act.failure, this.form));

  constructor(userId: string | null) {
    super({
      isNew: userId === null,
      // The search text counts as typed: it is not lost by a key pressed too soon.
      blank: newForm,
      read: (signal) => call('patrons.read', { userId: userId ?? '' }, { signal }),
      ...{ clashesOf, merged, besides },
    });
    this.userId = userId;
  }

  /** Continues the draft, or begins one: with a fresh read, or with the search text for a new patron. */
  async open(searchText = ''): Promise<void> {
    void this.tables.need();
    // A form that has only the earlier search text is replaced by the new one.
    const isOnlySearchText = searchText !== '' && JSON.stringify(this.form) === this.#opened;
    if (this.isDirty && !isOnlySearchText) {
      this.goOn();
      return;
    }
    this.beginAnew();
    this.form = newForm(searchText);
    this.#opened = JSON.stringify(this.form);
    if (this.userId !== null) await this.readAnew();
  }

  name(): string {
    return this.base?.name ?? '';
  }

  /** Who it is, as far as it was entered. */
  entered(): string {
    const { firstName, lastName, primaryId } = this.form;
    return nameOr(firstName.trim(), lastName.trim(), primaryId);
  }

  /** What is wrong with a field: by our own check, or by what the service refused. */
  error(path: string): string {
    const own = this.act.error(path);
    if (own !== '' || this.#refused !== path || !this.act.failure) return own;
    return failureText(this.act.failure).what;
  }

  /** Saves; null where it did not come to that. Who it is, as it was saved or, where that cannot be read, as entered. */
  async save(): Promise<SavedPatron | null> {
    let asEntered: SavedPatron = { userId: '', name: '' };
    const saved = await this.submit((intent, signal, form, base) => {
      asEntered = { userId: form.primaryId.trim(), name: this.entered() };
      return base
        ? call('patrons.save', { intent, seen: base.seen, form }, { signal })
        : call('patrons.create', { intent, form }, { signal });
    });
    return saved && (saved.record ?? asEntered);
  }
}

/** What was begun of a patron's record. */
export const editOf = draftsOf((userId) => new PatronEdit(userId));

const newcomers = draftsOf(() => new PatronEdit(null));

/** The draft of a new patron: one at a time. */
export const newcomer = (): PatronEdit => newcomers('');
