import { m } from '../../messages/compiled/messages.js';
import type { Coded } from '../../contract/common.ts';

/** What a code is called: by the service, by the institution's table where the service gives the bare code, or itself. */
export function wordIn(table: readonly Coded[] | undefined, { code, label }: Coded): string {
  if (label !== '' && label !== code) return label;
  return table?.find((row) => row.code === code)?.label || code;
}

/** What a field that a citation filled in said before; `''` where it said nothing, or none filled it in. */
export const wasHint = (filled: { readonly was: string } | null): string =>
  filled && filled.was.trim() !== '' ? m.lending_filled_was({ was: filled.was }) : '';

/** What is said below a choice that a citation made: also what was chosen before. */
export function chosenHint(filled: { readonly was: string } | null, table?: readonly Coded[]): string {
  if (filled === null) return '';
  const { was } = filled;
  return was === ''
    ? m.lending_chosen()
    : m.lending_chosen_was({ was: wordIn(table, { code: was, label: '' }) });
}
