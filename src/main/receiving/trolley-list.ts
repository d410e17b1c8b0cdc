import path from 'node:path';
import * as z from 'zod';
import { BookSettings } from '../../contract/trolley.ts';
import { m } from '../../messages/compiled/messages.js';
import { commandIn } from '../../shared/command-barcodes.ts';
import { localDay } from '../../shared/days.ts';
import type { Deps } from '../deps.ts';
import { invalid } from '../failure.ts';
import type { Connection } from '../ports.ts';
import type { Trolley } from './trolley.ts';

/** The schema that a list says it follows. */
const listSchema = 'carrel-trolley/1';

/** As many books as anybody has on a trolley. */
const mostCodes = 500;

/** A control character, or one that turns the direction of the text after it: neither is on a label. */
const unfit = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A code of a book. A command barcode is none: a file would then do what nobody has scanned. */
const Code = z
  .string()
  .min(1)
  .max(300)
  .refine((code) => !unfit.test(code) && code.trim() === code && commandIn(code) === null);

const List = z.strictObject({
  schema: z.literal(listSchema),
  /** The host of the library system that the books are ordered in, or `practice`. */
  library: z.string().regex(/^[\w.:[\]-]{1,260}$/),
  settings: z.strictObject(BookSettings.shape),
  codes: z
    .array(Code)
    .min(1)
    .max(mostCodes)
    // The same order line twice would be two receipts.
    .refine((codes) => new Set(codes).size === codes.length),
});
/** Books that are still to be received, in the order of their scans, and how. */
export type TrolleyList = Omit<z.output<typeof List>, 'schema'>;

/** Reads the bytes of a list; null where it is none. A list with something in it that none has is not opened in part. */
export function parseList(bytes: Uint8Array): TrolleyList | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const parsed = List.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * What of a trolley waits for a person. A book whose receipt was sent, or may have been, is not in it; and none that this
 * trolley receives by itself when its turn comes: where the list is opened, it would be received once more.
 */
export function listOf(trolley: Pick<Trolley, 'all' | 'settings'>, library: string): TrolleyList {
  const left = trolley.all
    .filter(({ state, step }) => ['asks', 'refused'].includes(state) && step === '')
    .toSorted((one, other) => one.order - other.order);
  const { mode, ...settings } = trolley.settings;
  const codes = [...new Set(left.map(({ code }) => code))].filter((code) => Code.safeParse(code).success);
  return {
    library,
    settings: {
      ...settings,
      confirmedFuture: false,
      mode: mode === 'look' ? (left.at(-1)?.settings.mode ?? 'receive') : mode,
    },
    codes: codes.slice(0, mostCodes),
  };
}

export const listText = (list: TrolleyList): string =>
  `${JSON.stringify({ schema: listSchema, ...list }, null, 2)}\n`;

/** The name under which a link and a list know the connected library system. */
function libraryOf({ mode, institution }: ReturnType<Connection['view']>): string {
  const host = mode === 'practice' ? 'practice' : URL.parse(institution?.address ?? '')?.host;
  if (host === undefined) throw invalid('library', 'required');
  return host;
}

/** Saves the list of a trolley where the user chooses; null where they cancel. Throws `required`. */
export async function saveList(
  { connection, files, clock }: Pick<Deps, 'connection' | 'files' | 'clock'>,
  window: number,
  trolley: Pick<Trolley, 'all' | 'settings'>,
): Promise<{ readonly savedAs: string } | null> {
  const list = listOf(trolley, libraryOf(connection.view()));
  if (list.codes.length === 0) throw invalid('trolley', 'required');
  const place = await files.placeFor(window, {
    use: 'trolleys',
    title: m.receiving_list_save(),
    name: `${m.receiving_list_name()} ${localDay(clock.now())}.carrel-trolley`,
    type: { name: m.receiving_list_name(), extensions: ['carrel-trolley'] },
  });
  if (place === null) return null;
  await files.write(place, listText(list));
  return { savedAs: path.basename(place) };
}
