import { type BarcodeRules, classify } from '../../shared/barcodes.ts';
import type { Accepted } from '../../contract/common.ts';
import type { OrderView } from '../../contract/receiving.ts';
import type { Parsed } from '../../contract/index.ts';
import { patched } from '../../service/patch.ts';
import { arrayOf, textOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { orderQueue } from '../commands/queues.ts';
import { Failed, invalid } from '../failure.ts';
import { barcodeOf, changeOf } from '../orders/fields.ts';
import { readCopies } from '../orders/copies.ts';
import { readPol } from '../orders/find.ts';
import { orderView } from './view.ts';
import { copiesOf, copyOf, polNumberOf, polTitleOf } from '../orders/record.ts';
import { accepted, recordOfAnswer } from '../commands/accepted.ts';
import type { GivenBarcode } from './given-barcodes.ts';
import type { Receiving } from './receiving.ts';
import { replaceWhole } from '../records/replace-whole.ts';
import { showChanged } from './show-order.ts';

/** Checks a typed barcode of an item. Throws an invalid `barcode`. */
function itemBarcode(text: string, rules: BarcodeRules): string {
  const what = classify(text, rules);
  if (!what.ok) throw invalid('barcode', what.reason, what.detail);
  if (what.kind !== 'item' && what.kind !== 'unknown') throw invalid('barcode', 'malformed', what.kind);
  return what.code;
}

/**
 * Sets the barcode of an item. The item is a copy of its order line, which can only be replaced as a whole: it is read
 * again, and one field is changed. Throws `conflict` where the copy's barcode is not the one on screen, and `noItems`
 * where the order line's record has no copies that could be changed.
 */
export async function setBarcode(
  receiving: Receiving,
  input: Parsed<'receiving.setBarcode'>,
  onScreen: OrderView | null,
  signal: AbortSignal,
): Promise<Accepted<OrderView>> {
  const { deps, trolleys, given } = receiving;
  deps.commands.mustBeNew(input.intent);
  const barcode = itemBarcode(input.barcode, deps.connection.view().barcodes);
  const { intent, pol: number, pid } = input;
  const service = await deps.connection.service();
  const currentBarcode = (pol: Pol): string => {
    const item = copyOf(pol, pid);
    if (item) return textOf(item.copy.barcode);
    // Its items are known by their list, which cannot be changed.
    throw copiesOf(pol).length === 0 ? invalid('barcode', 'noItems') : invalid('pid', 'gone');
  };
  const previous =
    onScreen?.pol === number ? (onScreen.items.find((item) => item.pid === pid)?.barcode ?? '') : '';
  return replaceWhole(deps.queues, {
    queue: orderQueue(number),
    read: () => readPol(service, number, { signal }),
    differences: (pol) =>
      currentBarcode(pol) === previous ? [] : [{ field: 'barcode', was: previous, is: currentBarcode(pol) }],
    write: async (pol) => {
      const library = service.library.id;
      const giving = { library, barcode, pid };
      given.mustBeFree(giving, pol, trolleys.booksAt(library));
      const body = withBarcode(pol, pid, barcode);
      given.give(giving);
      const { answer } = await deps.commands
        .run({
          operation: 'acq.pol.update',
          args: { path: { pol_id: number }, body },
          id: intent,
          queue: orderQueue(number),
          about: polTitleOf(pol) || number,
          before: changeOf(pol, body, [barcodeOf(pid)]),
          service,
          signal,
        })
        .catch((error: unknown) => {
          // After an unknown outcome the item may have it.
          const mayHaveIt = error instanceof Failed && error.failure.kind === 'unknown-outcome';
          if (mayHaveIt) given.isUnclear(intent, giving);
          else given.takeBack(giving);
          throw error;
        });
      return accepted(deps.log, async () => {
        barcodeGiven(receiving, giving);
        const now = await recordOfAnswer(answer, polNumberOf, () => readPol(service, number));
        await showChanged(receiving, service, now);
        return orderView(now, service, await readCopies(service.client, now));
      });
    },
  });
}

/** An item has a barcode now: books of trolleys and entries of this station's lists say it too. */
export function barcodeGiven(
  { trolleys, unfinished, sent }: Receiving,
  { library, pid, barcode }: GivenBarcode,
): void {
  trolleys.barcodeGiven(library, pid, barcode);
  unfinished.barcodeGiven(library, pid, barcode);
  sent.barcodeGiven(library, pid, barcode);
}

/** The order line with another barcode for this copy. */
function withBarcode(pol: Pol, pid: string, barcode: string): Pol {
  for (const [place, location] of arrayOf(pol.location).entries()) {
    const copy = arrayOf(location.copy).findIndex((one) => textOf(one.pid) === pid);
    if (copy >= 0) return patched(pol, ['location', place, 'copy', copy, 'barcode'], barcode);
  }
  throw invalid('pid', 'gone');
}
