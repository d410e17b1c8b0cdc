import { invalid } from '../failure.ts';
import type { Standing } from '../ports.ts';

/** The circulation desk that lends and takes back. Throws `noDesk` where the station stands at none. */
export function deskOf(standing: Standing): { library: string; desk: string } {
  const { library, desk } = standing.view();
  if (!library || !desk) throw invalid('desk', 'noDesk');
  return { library: library.code, desk: desk.code };
}
