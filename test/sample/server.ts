import { endOfDay, serviceDate } from '../../src/server/rules/calendar.ts';
import { startServer, type RunningServer, type ServerOptions } from '../../src/server/server.ts';
import { copyOf, runsTemplate, type Template } from './template.ts';

/** Of the sample library. Source: src/server/sample/configuration.ts. */
const sampleTimeZone = 'Asia/Jerusalem';

/** Starts a practice library, from a copy of the run's template where that has what these options ask for. */
export function startSample(options: ServerOptions = {}): Promise<RunningServer> {
  const template = isUsual(options) ? usableTemplate(options.now?.()) : null;
  return startServer(template ? { ...options, database: copyOf(template) } : options);
}

/** Whether a library that is made with these options is in memory, and what it is made with the usual. */
function isUsual({ database, empty, sample, currency }: ServerOptions): boolean {
  const inMemory = database === undefined || database === ':memory:';
  return inMemory && empty !== true && sample === undefined && (currency ?? 'ILS') === 'ILS';
}

/**
 * The run's template where it is the library of this moment; null where it is not, or there is none. For the machine's
 * own clock it is one that was made when the run began: after midnight, in UTC or at the library, its loans would be due
 * a day earlier than those of a new one.
 */
export function usableTemplate(now?: Date): Template | null {
  const template = runsTemplate();
  if (!template) return null;
  const at = new Date(template.at);
  const days = (moment: Date): string =>
    [serviceDate(moment), endOfDay(moment, sampleTimeZone).toISOString()].join();
  const isThen = now ? now.getTime() === at.getTime() : days(at) === days(new Date());
  return isThen ? template : null;
}
