import { endOfDay, serviceDate } from '../../src/server/rules/calendar.ts';
import { startServer, type RunningServer, type ServerOptions } from '../../src/server/server.ts';
import { copyOf, runsTemplate, type Template } from './template.ts';

/** Of the sample library. Source: src/server/sample/configuration.ts. */
const sampleTimeZone = 'Asia/Jerusalem';

/** Starts a practice library, from a copy of the run's template where that has what these options ask for. */
export function startSample(options: ServerOptions = {}): Promise<RunningServer> {
  const template = runsTemplate();
  if (!template || !serves(template, options)) return startServer(options);
  return startServer({ ...options, database: copyOf(template) });
}

/**
 * Whether a library made with these options is the one that was made for the run: the usual one, of that moment. Where
 * the machine's clock is used, the template is a library that was made when the run began; after midnight, in UTC or at
 * the library, its loans would be due a day earlier than those of a new one.
 */
function serves({ at }: Template, { database, empty, sample, currency, now }: ServerOptions): boolean {
  if (database !== undefined && database !== ':memory:') return false;
  if (empty === true || sample !== undefined || (currency ?? 'ILS') !== 'ILS') return false;
  if (now) return now().toISOString() === at;
  const days = (moment: Date): string =>
    [serviceDate(moment), endOfDay(moment, sampleTimeZone).toISOString()].join();
  return days(new Date(at)) === days(new Date());
}
