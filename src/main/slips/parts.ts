import type { SlipKind, SlipSettings, WholeSlip } from '../../contract/slips.ts';
import { field, html, type Html } from './markup.ts';
import type { SlipWords } from './words.ts';

/** A slip of one kind, or of one of several. */
export type SlipOf<K extends SlipKind> = Extract<WholeSlip, { kind: K }>;

/** What a template needs beside the slip. */
export interface SlipContext {
  readonly words: SlipWords;
  readonly names: SlipSettings['names'];
}

/** Makes the content of a slip of one kind. */
export type Template<K extends SlipKind> = (slip: SlipOf<K>, context: SlipContext) => Html;

/** A barcode or number; nothing for `''`. */
export const code = (text: string): Html | null =>
  text === '' ? null : html`<p class="code">${field(text)}</p>`;

/** A book by its title, with its barcode below; by its barcode alone where the title is not known. */
export const book = ({ title, barcode }: SlipOf<'hold'>['book']): Html =>
  html`<p class="title">${field(title || barcode)}</p>
    ${title === '' ? null : code(barcode)}`;

/** Entries with a line between them. */
export const list = (entries: readonly Html[]): Html =>
  html`<ul>
    ${entries.map((entry) => html`<li>${entry}</li>`)}
  </ul>`;

/** A list with a heading; nothing where it has no entries. */
export const part = (heading: string, entries: readonly Html[]): Html | null =>
  entries.length === 0
    ? null
    : html`<p class="part">${heading}</p>
        ${list(entries)}`;

/** A name, and its value at the other end of the line. */
export const pair = (name: string, value: string, className = ''): Html =>
  html`<dt class="${className}">${name}</dt>
    <dd class="${className}">${field(value)}</dd>`;
