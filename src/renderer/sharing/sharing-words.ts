import type { Coded } from '../../contract/common.ts';
import type { SharingView } from '../../contract/sharing.ts';

/** What a request is called in a sentence: its title, or its number where no title is known. */
export function sharingName({ citation, requestId }: SharingView): string {
  return citation.title || citation.journal_title || requestId;
}

/** What a code is called: by the service, by the institution's table where the service gives the bare code, or itself. */
export function wordIn(table: readonly Coded[] | undefined, { code, label }: Coded): string {
  if (label !== '' && label !== code) return label;
  return table?.find((row) => row.code === code)?.label || code;
}
