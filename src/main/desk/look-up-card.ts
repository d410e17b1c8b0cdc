import { textOf } from '../../service/read.ts';
import type { Service } from '../ports.ts';
import { readPatron, type PatronRead } from '../patrons/read.ts';
import { isAbsent } from '../commands/refusals.ts';

/** What a code turned out to be: a patron's, an item's with this title, or both. Never neither: that is an error. */
export interface CardFound {
  readonly patron: PatronRead | null;
  readonly title: string | null;
}

/** Looks a code up as a patron's card and, where its text does not tell, as an item's at the same time. */
export async function lookUpCard(
  service: Service,
  code: string,
  mayBeItem: boolean,
  onSent: () => void,
): Promise<CardFound> {
  const title = mayBeItem ? itemTitle(service, code) : Promise.resolve(null);
  title.catch(() => undefined); // of interest only once it is known whether there is a patron
  try {
    const patron = await readPatron(service, code, { onSent });
    return { patron, title: await title.catch(() => null) };
  } catch (error) {
    if (!isAbsent(error) || (await title) === null) throw error;
    return { patron: null, title: await title };
  }
}

/** The title of the item with this barcode; null where there is none. */
async function itemTitle({ client }: Service, code: string): Promise<string | null> {
  try {
    const item = await client.call('items.byBarcode', { query: { item_barcode: code } });
    return textOf(item.bib_data?.title) || code;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
