/**
 * A record of the sample library that shows one case. `id` is also the message key by which a window says what the
 * sample is for; `what` is the English of it.
 */
export interface Sample {
  readonly id: string;
  readonly kind: 'patron' | 'item' | 'orderLine';
  /** What is scanned: a barcode, or the number of the order line. */
  readonly code: string;
  /** Who or what it is: a name or a title. */
  readonly name: string;
  readonly what: string;
}

/** The named samples. The practice library makes them each time; the README and the samples page print them. */
export const samples = [
  {
    id: 'patronGood',
    kind: 'patron',
    code: '21234000001016',
    name: 'Rivka Ben-Ami',
    what: 'Staff, in good standing: four renewable loans, one request, two fees of 12.50 ILS in all',
  },
  {
    id: 'patronBlocked',
    kind: 'patron',
    code: '21234000001024',
    name: 'Tomáš Dvořák',
    what: 'Blocked: nothing can be lent',
  },
  {
    id: 'patronExpired',
    kind: 'patron',
    code: '21234000001032',
    name: 'Léa Fontaine',
    what: 'The card has expired',
  },
  {
    id: 'patronOwing',
    kind: 'patron',
    code: '21234000001040',
    name: 'Γιώργος Παπαδόπουλος',
    what: 'Owes money on five fees, 47.00 ILS in all',
  },
  {
    id: 'patronNote',
    kind: 'patron',
    code: '21234000001057',
    name: 'أمينة حدّاد',
    what: 'Has a note that pops up',
  },
  {
    id: 'patronTenLoans',
    kind: 'patron',
    code: '21234000001065',
    name: 'Michał Wiśniewski',
    what: 'Ten loans; three of them cannot be renewed, each for another reason',
  },
  {
    id: 'patronAtLimit',
    kind: 'patron',
    code: '21234000001073',
    name: 'Анна Соколова',
    what: 'Guest with as many loans as a guest may have',
  },
  {
    id: 'patronBorrower',
    kind: 'patron',
    code: '21234000001081',
    name: 'נועה לוי',
    what: 'Has the item that is on loan, one that is overdue, and one of another library',
  },
  {
    id: 'patronWaiting',
    kind: 'patron',
    code: '21234000001099',
    name: '李明',
    what: 'An item waits for this patron on the hold shelf',
  },
  {
    id: 'patronNothing',
    kind: 'patron',
    code: '21234000001107',
    name: 'Grace Okafor',
    what: 'New: no loans, no requests, no fees',
  },

  { id: 'itemFree1', kind: 'item', code: '31234000001014', name: 'The Overstory', what: 'Free to lend' },
  { id: 'itemFree2', kind: 'item', code: '31234000001022', name: 'Invisible Cities', what: 'Free to lend' },
  { id: 'itemFree3', kind: 'item', code: '31234000001030', name: 'Mrs Dalloway', what: 'Free to lend' },
  {
    id: 'itemFree4',
    kind: 'item',
    code: '31234000001048',
    name: 'The Name of the Rose',
    what: 'Free to lend',
  },
  {
    id: 'itemFree5',
    kind: 'item',
    code: '31234000001055',
    name: 'Pachinko',
    what: 'Free to lend, for a week',
  },
  { id: 'itemFree6', kind: 'item', code: '31234000001063', name: 'The Waves', what: 'Free to lend' },
  {
    id: 'itemHebrew',
    kind: 'item',
    code: '31234000001071',
    name: 'נפלאות האפקט',
    what: 'Free, Hebrew title',
  },
  {
    id: 'itemArabic',
    kind: 'item',
    code: '31234000001089',
    name: 'ذاكرة الجسد',
    what: 'Free, Arabic title',
  },
  {
    id: 'itemOnLoan',
    kind: 'item',
    code: '31234000001097',
    name: 'The Remains of the Day',
    what: 'On loan to נועה לוי',
  },
  {
    id: 'itemOnHoldShelf',
    kind: 'item',
    code: '31234000001105',
    name: 'A Room of One’s Own',
    what: 'On the hold shelf for 李明',
  },
  {
    id: 'itemReference',
    kind: 'item',
    code: '31234000001113',
    name: 'Encyclopedia of Library Science',
    what: 'Reference: not loanable',
  },
  {
    id: 'itemOtherLibrary',
    kind: 'item',
    code: '31234000001121',
    name: 'On the Origin of Species',
    what: 'Belongs to the Science Library: returned at the Main Library, it goes in transit',
  },
  {
    id: 'itemHoldHere',
    kind: 'item',
    code: '31234000001139',
    name: 'Wolf Hall',
    what: 'On loan, with a hold of Rivka Ben-Ami: returned at the Main Library, it goes to the hold shelf',
  },
  {
    id: 'itemOverdue',
    kind: 'item',
    code: '31234000001147',
    name: 'Bleak House',
    what: 'Ten days overdue: returned, it leaves a fine',
  },
  {
    id: 'itemForHold',
    kind: 'item',
    code: '31234000001154',
    name: 'The Master of Go',
    what: 'A title with a free item, to place a hold on',
  },
  {
    id: 'itemOrdered',
    kind: 'item',
    code: '31234000001162',
    name: 'Atlas of the Night Sky',
    what: 'Ordered, not yet received: the first item of POL-1001',
  },

  {
    id: 'polSeveral',
    kind: 'orderLine',
    code: 'POL-1001',
    name: 'Atlas of the Night Sky',
    what: 'Three items to receive, all with barcodes',
  },
  {
    id: 'polNoBarcode',
    kind: 'orderLine',
    code: 'POL-1002',
    name: 'A Field Guide to Paper',
    what: 'One item, without a barcode',
  },
  {
    id: 'polInterested',
    kind: 'orderLine',
    code: 'POL-1003',
    name: 'Histoire de la reliure',
    what: 'One item, with two interested patrons',
  },
  {
    id: 'polReceived',
    kind: 'orderLine',
    code: 'POL-1004',
    name: 'ספרי המסע של בנימין',
    what: 'Already received',
  },
] as const satisfies readonly Sample[];

export type SampleId = (typeof samples)[number]['id'];

/** The code to scan for a sample. */
export function sampleCode(id: SampleId): string {
  return samples.find((sample) => sample.id === id)?.code ?? '';
}
