import type { Failure } from '../../contract/failure.ts';
import type { BookSettings } from '../../contract/trolley.ts';
import { call } from '../api.ts';
import type { Shell } from '../app/shell.svelte.ts';

/**
 * Begins a trolley for a list, and gives it the codes one after the other as if they were scanned: what a scan asks, they
 * ask. Answers why no trolley was begun; then nothing was received. `onbegun` is called before the first code: from then
 * on the trolley says what becomes of each.
 */
export async function receiveList(
  shell: Shell,
  { settings, codes }: { readonly settings: BookSettings; readonly codes: readonly string[] },
  onbegun: () => void,
): Promise<Failure | null> {
  const begun = await call('receiving.trolley.begin', { settings });
  if (!begun.ok) return begun.failure;
  onbegun();
  shell.toReceiving();
  for (const code of codes) await shell.scanInput.submit(code, 'typed', 'receiving');
  return null;
}
