import type { Parsed, Progress } from '../../contract/index.ts';
import type { SliceRead } from '../../contract/reports.ts';
import type { Failure } from '../../contract/failure.ts';
import { daysOf, type Slice } from '../../shared/report-slices.ts';
import type { Deps } from '../deps.ts';
import { failureOf } from '../failure.ts';
import { currencyIn } from '../fees/record.ts';
import { isPart } from '../fees/report.ts';
import type { Service } from '../ports.ts';
import { withDesks } from './fee-desks.ts';
import { feeRows } from './fee-rows.ts';

/** So many slices that fail one after the other are enough: the service is not there. */
const mostFailures = 3;

interface Run {
  readonly signal: AbortSignal;
  readonly report: (read: Progress<'reports.feeTransactions'>) => void;
}

type Asked = Parsed<'reports.feeTransactions'>;

/** What is read of one or several calls. */
type Read = Pick<SliceRead, 'rows' | 'short' | 'calls'>;

/**
 * Reads the report of fee transactions, slice by slice. Source: Configuration (fee transactions).
 *
 * Nothing is said of pages there. Where the service counts more than it gave, the days of the slice are read one by one;
 * a day of which it still gives only a part is named.
 */
export async function readFeeTransactions(
  deps: Deps,
  asked: Asked,
  { signal, report }: Run,
): Promise<{ stopped: Failure | null }> {
  const service = await deps.connection.service();
  let failures = 0;
  for (const slice of asked.slices) {
    signal.throwIfAborted();
    try {
      const read = await readSlice(service, asked, slice, signal);
      const rows = withDesks(deps, service.library.id, read.rows);
      report({ slice, failure: null, ...read, rows });
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error, deps.log);
      report({ slice, rows: [], calls: 1, short: [], failure });
      failures += 1;
      if (failures >= mostFailures || isForAll(failure)) return { stopped: failure };
    }
  }
  return { stopped: null };
}

/** A failure that all other slices would end in too. */
const isForAll = ({ kind }: Failure): boolean =>
  kind === 'unauthorized' || kind === 'throttled' || kind === 'whichLibrary';

async function readSlice(service: Service, asked: Asked, slice: Slice, signal: AbortSignal): Promise<Read> {
  const whole = await readDays(service, asked, slice, signal);
  if (whole.short.length === 0 || slice.from === slice.to) return whole;
  const parts = [whole];
  for (const day of daysOf(slice)) parts.push(await readDays(service, asked, { from: day, to: day }, signal));
  const days = parts.slice(1);
  return {
    // What the whole slice gave is kept: a row that is given twice is counted once, by its key.
    rows: [...new Map(parts.flatMap(({ rows }) => rows).map((row) => [row.key, row])).values()],
    short: days.flatMap(({ short }) => short),
    calls: parts.length,
  };
}

async function readDays(service: Service, asked: Asked, days: Slice, signal: AbortSignal): Promise<Read> {
  const { status, library, type, period } = asked;
  const query = {
    // The description and the deployed service call them differently; each passes over what it does not know.
    ...{ from_date: `${days.from}Z`, to_date: `${days.to}Z` },
    ...{ transaction_from_date: `${days.from}Z`, transaction_to_date: `${days.to}Z` },
    ...(status === '' ? {} : { status }),
    ...(library === '' ? {} : { library, owner: library }),
    ...(type === '' ? {} : { transaction_type: type }),
  };
  const answer = await service.client.call('conf.feeTransactions', { query }, { signal });
  const { items, envelope } = answer;
  const currency = currencyIn(envelope) || service.currency;
  const rows = items.flatMap((fee) => feeRows(fee, currency));
  return {
    // The service's days are not always this computer's: what is not of the days that were asked for has its own time.
    rows: rows.filter(({ day }) => day === '' || (day >= period.from && day <= period.to)),
    short: isPart(answer) ? daysOf(days) : [],
    calls: 1,
  };
}
