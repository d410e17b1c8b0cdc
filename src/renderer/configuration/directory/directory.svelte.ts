import type { Coded } from '../../../contract/common.ts';
import type {
  DirectoryKind,
  DirectoryList,
  DirectoryRecord,
  Field,
  FieldValue,
  UsedIn,
} from '../../../contract/configuration.ts';
import { call } from '../../api.ts';
import type { SectionState, Shell } from '../../app/shell.svelte.ts';
import { Listing } from '../../ui/list/listing.svelte.ts';
import { rowIds } from '../../ui/row-ids.ts';
import type { SectionId } from '../sections.ts';
import { kinds, usedKind } from './kinds.ts';

/** The record that is open in place of its list, read by itself. */
export class OpenRecord {
  readonly kind: DirectoryKind;
  readonly library: string;
  readonly id: string;
  readonly view: Listing<DirectoryRecord>;
  /** Read when it is asked for: it takes a call for each list. */
  readonly usedIn: Listing<UsedIn> | null;

  constructor(kind: DirectoryKind, library: string, id: string) {
    this.kind = kind;
    this.library = library;
    this.id = id;
    this.view = new Listing((signal) =>
      call('configuration.directory.get', { kind, library, id }, { signal }),
    );
    const used = usedKind(kind);
    this.usedIn =
      used &&
      new Listing((signal) => {
        const record = this.view.value;
        // What is not a desk says itself whose it is.
        const of = kind === 'circ-desks' ? library : (record?.library?.code ?? '');
        const code = record?.code === undefined || record.code === '' ? id : record.code;
        return call('configuration.directory.usedIn', { kind: used, library: of, code, id }, { signal });
      });
  }

  close(): void {
    this.view.stop();
    this.usedIn?.stop();
  }
}

/** The records of one kind: the list, what is searched in it, and the one that is open. */
export class DirectoryOf {
  readonly kind: DirectoryKind;
  text = $state('');
  /** Whose desks are shown: a code, `''` for those of all libraries. */
  library = $state('');
  /** The current row. */
  at = $state('');
  opened = $state.raw<OpenRecord | null>(null);
  readonly list: Listing<DirectoryList> = new Listing((signal, onProgress) =>
    call('configuration.directory.list', { kind: this.kind, library: this.library }, { signal, onProgress }),
  );
  readonly records = $derived(this.list.value?.records ?? []);
  readonly rows = $derived(found(this.records, this.text));
  /** What tells the rows apart, whatever ids they came with: a desk’s code is its library’s own. */
  readonly keyOf = $derived(
    rowIds(this.records, ({ id, library }) =>
      id === '' || this.kind !== 'circ-desks' ? id : `${library?.code ?? ''} ${id}`,
    ),
  );
  readonly current = $derived(this.rows.find((row) => this.keyOf(row) === this.at) ?? null);

  constructor(kind: DirectoryKind) {
    this.kind = kind;
  }

  open({ id, library }: Pick<DirectoryRecord, 'id' | 'library'>): void {
    if (id !== '') this.#show(library?.code ?? '', id);
  }

  /** From another section: a record, or the list of a library. */
  show(library: string, id: string): void {
    if (id !== '') this.#show(library, id);
    else {
      this.back();
      void this.narrow(library);
    }
  }

  /** The desks of another library. */
  async narrow(library: string): Promise<void> {
    this.library = library;
    await this.list.anew();
  }

  /** Back to the list; answers whether a record was open. */
  back(): boolean {
    const { opened } = this;
    opened?.close();
    this.opened = null;
    return opened !== null;
  }

  /** Another library has others. */
  forget(): void {
    this.back();
    this.list.stop();
    this.list.value = null;
    this.list.failure = null;
    this.text = this.library = this.at = '';
  }

  #show(library: string, id: string): void {
    this.opened?.close();
    this.opened = new OpenRecord(this.kind, this.kind === 'circ-desks' ? library : '', id);
    void this.opened.view.load();
  }
}

/** What the institution has set up, as far as this window has looked at it. */
export class Directory implements SectionState {
  readonly lists = Object.fromEntries(
    (Object.keys(kinds) as DirectoryKind[]).map((kind) => [kind, new DirectoryOf(kind)]),
  ) as unknown as Readonly<Record<DirectoryKind, DirectoryOf>>;
  /** What holds for all; its record is null where nothing is said about it. */
  readonly general = new Listing<{ readonly record: DirectoryRecord | null }>(async (signal) => {
    const reply = await call('configuration.directory.general', {}, { signal });
    return reply.ok ? { ok: true, value: { record: reply.value } } : reply;
  });

  constructor(shell: Shell) {
    // A desk looks after the desks of its own library first.
    this.lists['circ-desks'].library = shell.station.view?.library?.code ?? '';
  }

  /** What the library of this code is called, as far as the libraries were read. */
  libraryName(code: string): string {
    return this.lists.libraries.records.find((one) => one.code === code)?.name || code;
  }

  /** The same of a code that may have its label. */
  nameOfLibrary({ code, label }: Coded): string {
    return label !== '' && label !== code ? label : this.libraryName(code);
  }

  /** Back to the list of this section; answers whether a record was open. */
  backIn(section: SectionId): boolean {
    return Object.hasOwn(this.lists, section) && this.lists[section as DirectoryKind].back();
  }

  /** The record whose code is copied: the one that is open, or else the current row of the list. */
  recordIn(section: SectionId): DirectoryRecord | null {
    if (!Object.hasOwn(this.lists, section)) return null;
    const { opened, current } = this.lists[section as DirectoryKind];
    return opened ? opened.view.value : current;
  }

  forget(): void {
    for (const list of Object.values(this.lists)) list.forget();
    this.general.stop();
    this.general.value = null;
    this.general.failure = null;
  }
}

/** Case, accents and points make no difference to what is looked for. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** What a record is found by, kept with it: it is searched at every key. */
const texts = new WeakMap<DirectoryRecord, string>();

function textsOf(record: DirectoryRecord): string {
  const known = texts.get(record);
  if (known !== undefined) return known;
  const { code, id, name, description, library, fields } = record;
  const own = [code, id, name, description, library?.code ?? '', library?.label ?? ''];
  const text = fold([...own, ...fields.flatMap(leavesOf)].join('\n'));
  texts.set(record, text);
  return text;
}

const leavesOf = ({ value }: Field): string[] => leavesIn(value);

function leavesIn(value: FieldValue): string[] {
  switch (value.as) {
    case 'text':
      return [value.text];
    case 'code':
      return [value.code, value.label, ...value.more.flatMap(leavesOf)];
    case 'list':
      return value.values.flatMap(leavesIn);
    case 'fields':
      return value.fields.flatMap(leavesOf);
    case 'flag':
    case 'nothing':
      return [];
  }
}

/** The records that have every word that was typed, in any of their texts. */
function found(records: readonly DirectoryRecord[], text: string): readonly DirectoryRecord[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return records;
  return records.filter((record) => words.every((word) => textsOf(record).includes(word)));
}
