import { SvelteMap } from 'svelte/reactivity';
import type { FoundTables, TableEntry, TableKind } from '../../../contract/configuration-tables.ts';
import { call } from '../../api.ts';
import type { SectionState } from '../../app/shell.svelte.ts';
import { Listing } from '../../ui/list/listing.svelte.ts';
import type { GoesBack } from '../back.ts';
import type { SectionId } from '../sections.ts';
import { OpenTable } from './open-table.svelte.ts';

/** A table in the list, with how many of its rows have what was looked for. */
export type TableLine = TableEntry & { readonly rows?: number };

/** The tables of one kind: the list, what was found in them, and the edits that are not saved. */
abstract class Tables implements SectionState, GoesBack {
  abstract readonly kind: TableKind;
  /** Part of a name, or a code or text that is looked for in the rows. */
  text = $state('');
  /** What was looked for in the rows; null while the list is shown. */
  lookedFor = $state<string | null>(null);
  at = $state('');
  opened = $state.raw<OpenTable | null>(null);
  readonly list = new Listing<readonly TableEntry[]>((signal) =>
    call('configuration.tables.list', { kind: this.kind }, { signal }),
  );
  readonly found = new Listing<FoundTables>((signal, onProgress) =>
    call(
      'configuration.tables.find',
      { kind: this.kind, text: this.lookedFor ?? '' },
      { signal, onProgress },
    ),
  );
  readonly #edits = new SvelteMap<string, OpenTable>();

  /** The tables that are listed: those that were found, or those whose name has what is typed. */
  get lines(): readonly TableLine[] {
    if (this.lookedFor !== null) return this.found.value?.found ?? [];
    const wanted = this.text.trim().toLocaleLowerCase();
    return (this.list.value ?? []).filter(({ name, description, subsystem }) =>
      [name, description, subsystem].some((text) => text.toLocaleLowerCase().includes(wanted)),
    );
  }

  /** The section that shows them. */
  get section(): `${TableKind}-tables` {
    return `${this.kind}-tables`;
  }

  /** Esc, wherever the focus is: what the section itself does with it. */
  backIn(section: SectionId): boolean {
    return section === this.section && this.back();
  }

  get isUnsaved(): boolean {
    return [...this.#edits.values()].some((table) => table.isUnsaved);
  }

  isEdited(name: string): boolean {
    return this.#edits.get(name)?.isUnsaved === true;
  }

  /** Looks into the rows of all tables. */
  async find(): Promise<void> {
    const text = this.text.trim();
    if (text === '') return;
    this.lookedFor = text;
    await this.found.anew();
  }

  /** Back to the names. */
  endFind(): void {
    this.found.stop();
    this.lookedFor = null;
  }

  /** Opens a table; one that was edited before is as it was left. */
  open(entry: TableEntry): void {
    this.at = entry.name;
    const known = this.#edits.get(entry.name);
    if (known?.isUnsaved) {
      this.opened = known;
      return;
    }
    const table = new OpenTable(entry);
    this.opened = table;
    this.#edits.set(entry.name, table);
    void table.read();
  }

  /** From another section: the table of this name. One that is being saved is not left. */
  show(name: string): void {
    if (this.opened?.review?.act.busy) return;
    const listed = this.list.value?.find((entry) => entry.name === name);
    this.open(listed ?? { kind: this.kind, name, description: '', subsystem: '' });
  }

  /** Back to the list; an edit that is not saved is kept. Answers whether a table was open. */
  back(): boolean {
    const { opened } = this;
    if (!opened) return false;
    if (opened.review) {
      if (!opened.review.act.busy) opened.leaveReview();
      return true;
    }
    opened.model?.commitText();
    opened.stop();
    if (!opened.isUnsaved) this.#edits.delete(opened.name);
    this.opened = null;
    return true;
  }

  forget(): void {
    this.opened?.stop();
    this.opened = null;
    this.#edits.clear();
    this.endFind();
    this.text = '';
    this.list.stop();
    this.list.value = null;
    this.list.failure = null;
  }
}

export class CodeTables extends Tables {
  readonly kind = 'code';
}

export class MappingTables extends Tables {
  readonly kind = 'mapping';
}

export type TablesOfKind = CodeTables | MappingTables;
