import type { PrinterView } from '../../contract/slips.ts';
import type { Clock, Printer } from '../ports.ts';

/** How long the system's printers are waited for, in milliseconds. */
const longestMs = 5000;

/** The printers of this machine; null where the system does not say, or not in time: some print systems hang. */
export async function printersInTime(
  printer: Pick<Printer, 'list'>,
  clock: Pick<Clock, 'sleep'>,
): Promise<readonly PrinterView[] | null> {
  const found = new AbortController();
  try {
    const late = clock.sleep(longestMs, found.signal).then(() => null);
    return await Promise.race([printer.list(), late]);
  } catch {
    return null;
  } finally {
    found.abort();
  }
}
