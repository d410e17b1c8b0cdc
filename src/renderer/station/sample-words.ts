import { m } from '../../messages/compiled/messages.js';
import type { SampleId } from '../../service/samples.ts';

/** What each sample of the practice library is for. A sample without words does not compile. */
const words: Readonly<Record<SampleId, () => string>> = {
  patronGood: m.station_sample_patronGood,
  patronBlocked: m.station_sample_patronBlocked,
  patronExpired: m.station_sample_patronExpired,
  patronOwing: m.station_sample_patronOwing,
  patronNote: m.station_sample_patronNote,
  patronTenLoans: m.station_sample_patronTenLoans,
  patronAtLimit: m.station_sample_patronAtLimit,
  patronBorrower: m.station_sample_patronBorrower,
  patronWaiting: m.station_sample_patronWaiting,
  patronNothing: m.station_sample_patronNothing,
  itemFree1: m.station_sample_free,
  itemFree2: m.station_sample_free,
  itemFree3: m.station_sample_free,
  itemFree4: m.station_sample_free,
  itemFree5: m.station_sample_itemFree5,
  itemFree6: m.station_sample_free,
  itemHebrew: m.station_sample_itemHebrew,
  itemArabic: m.station_sample_itemArabic,
  itemOnLoan: m.station_sample_itemOnLoan,
  itemOnHoldShelf: m.station_sample_itemOnHoldShelf,
  itemReference: m.station_sample_itemReference,
  itemOtherLibrary: m.station_sample_itemOtherLibrary,
  itemHoldHere: m.station_sample_itemHoldHere,
  itemOverdue: m.station_sample_itemOverdue,
  itemForHold: m.station_sample_itemForHold,
  itemOrdered: m.station_sample_itemOrdered,
  polSeveral: m.station_sample_polSeveral,
  polNoBarcode: m.station_sample_polNoBarcode,
  polInterested: m.station_sample_polInterested,
  polReceived: m.station_sample_polReceived,
};

/** `''` for a sample that this window does not know. */
export function sampleWords(id: string): string {
  return id in words ? words[id as SampleId]() : '';
}
