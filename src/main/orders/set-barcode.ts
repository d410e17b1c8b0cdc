import { type BarcodeRules, classify } from '../../shared/barcodes.ts';
import type { Accepted } from '../../contract/common.ts';
import type { OrderView } from '../../contract/receiving.ts';
import type { Parsed } from '../../contract/index.ts';
import { patched } from '../../service/patch.ts';
import { arrayOf, textOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { orderQueue } from '../commands/queues.ts';
import { invalid } from '../failure.ts';
import { readPol } from './find.ts';
import { copyOf, orderView, polNumberOf, polTitleOf } from './view.ts';
import { accepted, answered } from '../commands/accepted.ts';
import type { Receiving } from '../receiving/receive.ts';
import { replaceWhole } from '../records/replace-whole.ts';

/** A barcode that an item can have. Throws an invalid `barcode`. */
function itemBarcode(text: string, rules: BarcodeRules): string {
  const what = classify(text, rules);
  if (!what.ok) throw invalid('barcode', what.reason, what.detail);
  if (what.kind !== 'item' && what.kind !== 'unknown') throw invalid('barcode', 'malformed', what.kind);
  return what.code;
}

/**
 * Gives an item its barcode. The item is a copy of its order line, which can only be replaced as a whole: so it is
 * read anew, one field of it is changed, and nothing is sent where the copy has another barcode than was on screen.
 */
export async function setBarcode(
  { deps, rooms }: Receiving,
  wanted: Parsed<'receiving.setBarcode'>,
  onScreen: OrderView | null,
  signal: AbortSignal,
): Promise<Accepted<OrderView>> {
  deps.commands.mustBeNew(wanted.intent);
  const barcode = itemBarcode(wanted.barcode, deps.connection.view().barcodes);
  const { intent, pol: number, pid } = wanted;
  const service = await deps.connection.service();
  const isOf = (pol: Pol): string => {
    const placed = copyOf(pol, pid);
    if (!placed) throw invalid('pid', 'noIds');
    return textOf(placed.copy.barcode);
  };
  const was =
    onScreen?.pol === number ? (onScreen.items.find((item) => item.pid === pid)?.barcode ?? '') : '';
  return replaceWhole(deps.queues, {
    queue: orderQueue(number),
    read: () => readPol(service, number, { signal }),
    differences: (pol) => (isOf(pol) === was ? [] : [{ field: 'barcode', was, is: isOf(pol) }]),
    write: async (pol) => {
      const { answer } = await deps.commands.run({
        operation: 'acq.pol.update',
        args: { path: { pol_id: number }, body: withBarcode(pol, pid, barcode) },
        id: intent,
        queue: orderQueue(number),
        about: polTitleOf(pol) || number,
        before: { pid, barcode: isOf(pol), wanted: barcode },
        service,
        signal,
      });
      return accepted(deps.log, async () => {
        const now = await answered(answer, polNumberOf, () => readPol(service, number));
        rooms.show(service, now);
        return orderView(now, service);
      });
    },
  });
}

/** The same order line with this copy's barcode. */
function withBarcode(pol: Pol, pid: string, barcode: string): Pol {
  for (const [place, location] of arrayOf(pol.location).entries()) {
    const copy = arrayOf(location.copy).findIndex((one) => textOf(one.pid) === pid);
    if (copy >= 0) return patched(pol, ['location', place, 'copy', copy, 'barcode'], barcode);
  }
  throw invalid('pid', 'noIds');
}
