import type { ImportedLine, LineMatches } from '../../../contract/invoice-import.ts';
import { codeOf, textOf } from '../../../service/read.ts';
import type { Pol } from '../../../service/shapes/pol.ts';
import type { Journal } from '../../journal/port.ts';
import { polNumberOf, polTitleOf } from '../../orders/record.ts';
import { searchOrders } from '../../orders/search.ts';
import type { Service } from '../../ports.ts';

/** So many order lines are offered for a line. */
const mostOffered = 10;

interface Matching {
  readonly journal: Pick<Journal, 'madeAt'>;
  readonly signal: AbortSignal;
  readonly report: (progress: { readonly done: number; readonly total: number }) => void;
}

/**
 * Finds the order lines of an invoice's lines that name none, by their ISBN, else by the vendor's reference. Each code
 * is looked for once, one after the other.
 */
export async function matchLines(
  service: Service,
  lines: readonly ImportedLine[],
  { journal, signal, report }: Matching,
): Promise<{ matches: LineMatches[]; how: 'search' | 'known' }> {
  const open = lines.flatMap((line, nth) => (line.pol === '' && codeFor(line) !== '' ? [{ line, nth }] : []));
  const found = new Map<string, readonly Pol[]>();
  let how: 'search' | 'known' = 'search';
  const matches: LineMatches[] = [];
  for (const [done, { line, nth }] of open.entries()) {
    report({ done, total: open.length });
    signal.throwIfAborted();
    const code = codeFor(line);
    let orders = found.get(code);
    if (!orders) {
      const answer = await searchOrders(service, code, { journal, limit: mostOffered, signal });
      orders = answer.orders.filter(
        (pol) => line.isbn !== '' || textOf(pol.vendor_reference_number) === code,
      );
      if (answer.how === 'known') ({ how } = answer);
      found.set(code, orders);
    }
    matches.push({ line: nth, orders: orders.slice(0, mostOffered).map(matchOf) });
  }
  return { matches, how };
}

const codeFor = ({ isbn, reference }: ImportedLine): string => isbn || reference;

const matchOf = (pol: Pol) => ({
  pol: polNumberOf(pol),
  title: polTitleOf(pol),
  vendor: codeOf(pol.vendor),
});
