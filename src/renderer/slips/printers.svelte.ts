import { m } from '../../messages/compiled/messages.js';
import type { Failure } from '../../contract/failure.ts';
import type { PrintedKind, PrinterChoice, PrinterView } from '../../contract/slips.ts';
import { rollWidths } from '../../shared/limits.ts';
import { call } from '../api.ts';
import { formatLocale } from '../ui/format.ts';
import { slipNames } from './slips.svelte.ts';

/** The name of a kind of print. */
export const printedKindName = (of: PrintedKind): string =>
  of === 'pages' ? m.slips_printers_pages() : slipNames[of]();

/** A choice as the value of a list option, and back. The value of a printer has a prefix, because its name may be anything. */
const printerPrefix = 'printer ';
export const valueOf = (choice: PrinterChoice): string =>
  choice.at === 'printer' ? printerPrefix + choice.name : choice.at;
export function choiceOf(value: string): PrinterChoice {
  if (value.startsWith(printerPrefix)) return { at: 'printer', name: value.slice(printerPrefix.length) };
  return { at: value === 'ask' ? 'ask' : 'system' };
}

/** The width of a roll in millimetres from what was typed: null for sheets, `wrong` if no roll is that wide. */
export function parseRollWidth(text: string): number | null | 'wrong' {
  const bare = text.trim().replace(',', '.');
  if (bare === '') return null;
  const width = /^\d+(\.\d+)?$/.test(bare) ? Number(bare) : 0;
  return width >= rollWidths.least && width <= rollWidths.most ? width : 'wrong';
}

/** The printers of this machine, and their test pages. */
export class PrinterList {
  /** Null until it has been read. */
  printers = $state.raw<readonly PrinterView[] | null>(null);
  /** Why it could not be read. */
  readFailure = $state.raw<Failure | null>(null);
  /** The kind whose test page is being printed. */
  testing = $state.raw<PrintedKind | null>(null);
  /** The outcome of the last test page, as a sentence. */
  done = $state('');
  testFailure = $state.raw<{ readonly of: PrintedKind; readonly failure: Failure } | null>(null);

  async read(): Promise<void> {
    const reply = await call('slips.printers', {});
    if (reply.ok) this.printers = reply.value;
    this.readFailure = reply.ok ? null : reply.failure;
  }

  /** Whether the chosen printer is missing; false until the list has been read. */
  isMissing(choice: PrinterChoice): boolean {
    return choice.at === 'printer' && this.printers !== null && !this.#has(choice.name);
  }

  /** The printers to choose from, with the chosen one even if it is missing. */
  optionsFor(choice: PrinterChoice): readonly { readonly value: string; readonly label: string }[] {
    const options = (this.printers ?? []).map(({ name, label }) => ({ value: printerPrefix + name, label }));
    const isOwn = choice.at === 'printer' && !this.#has(choice.name);
    return [
      { value: 'system', label: this.#system() },
      ...options,
      ...(isOwn ? [{ value: valueOf(choice), label: choice.name }] : []),
      { value: 'ask', label: m.slips_printer_ask() },
    ];
  }

  async test(of: PrintedKind): Promise<void> {
    this.testing = of;
    this.done = '';
    this.testFailure = null;
    const reply = await call('slips.test', { of, locale: formatLocale() });
    this.testing = null;
    if (!reply.ok) this.testFailure = { of, failure: reply.failure };
    else {
      const message = reply.value.stopped ? m.slips_test_stopped : m.slips_test_done;
      this.done = message({ slip: printedKindName(of) });
    }
  }

  #has(printer: string): boolean {
    return this.printers?.some(({ name }) => name === printer) ?? false;
  }

  #system(): string {
    if (this.printers === null) return m.slips_printer_system_unread();
    const one = this.printers.find(({ isDefault }) => isDefault);
    return one ? m.slips_printer_system({ printer: one.label }) : m.slips_printer_system_none();
  }
}
