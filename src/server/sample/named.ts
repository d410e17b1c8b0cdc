import { type SampleId, samples, sampleCode } from '../../service/samples.ts';
import type { User } from '../../service/shapes/user.ts';
import { daysLater, serviceDate } from '../rules/calendar.ts';
import { barcodeOf } from './barcode.ts';
import type { Catalogue, Copy, CopyPlan } from './catalogue.ts';
import { type Circulation, lostFee, type Member, otherFee, overdueFee } from './circulation.ts';
import { type Person, patron } from './people.ts';
import { requestsOfEveryKind } from './named-requests.ts';

/** The barcodes of the copies that the named patrons have besides the named items. */
const FIRST_EXTRA = 300;
/** The barcodes of the copies that one of them has in great number, where that is asked for. */
const FIRST_OF_MANY = 10_000_000;

/** Makes the named patrons. Their order is their key. */
export function namedPatrons(now: Date): User[] {
  const expires = daysLater(now, 400);
  const people: [SampleId, Omit<Person, 'barcode' | 'expires'> & { expires?: Date }][] = [
    ['patronGood', { first: 'Rivka', last: 'Ben-Ami', latin: 'rivka.ben-ami', group: 'STAFF' }],
    [
      'patronBlocked',
      {
        first: 'Tomáš',
        last: 'Dvořák',
        latin: 'tomas.dvorak',
        group: 'STUDENT',
        extra: { user_block: [block(now)] },
      },
    ],
    [
      'patronExpired',
      {
        first: 'Léa',
        last: 'Fontaine',
        latin: 'lea.fontaine',
        group: 'GUEST',
        expires: daysLater(now, -45),
        extra: { source_user_id: 'fontaine.l', source_institution_code: { value: 'NORTH', desc: 'North' } },
      },
    ],
    [
      'patronOwing',
      { first: 'Γιώργος', last: 'Παπαδόπουλος', latin: 'giorgos.papadopoulos', group: 'STUDENT' },
    ],
    [
      'patronNote',
      {
        first: 'أمينة',
        last: 'حدّاد',
        latin: 'amina.haddad',
        group: 'STUDENT',
        extra: { user_note: [note(now)] },
      },
    ],
    ['patronTenLoans', { first: 'Michał', last: 'Wiśniewski', latin: 'michal.wisniewski', group: 'STUDENT' }],
    ['patronAtLimit', { first: 'Анна', last: 'Соколова', latin: 'anna.sokolova', group: 'GUEST' }],
    ['patronBorrower', { first: 'נועה', last: 'לוי', latin: 'noa.levi', group: 'STUDENT' }],
    [
      'patronWaiting',
      { first: '明', last: '李', latin: 'ming.li', group: 'STAFF', extra: { full_name: '李明' } },
    ],
    ['patronNothing', { first: 'Grace', last: 'Okafor', latin: 'grace.okafor', group: 'STUDENT' }],
  ];
  return people.map(([id, person], number) =>
    patron({ expires, ...person, barcode: sampleCode(id) }, number + 1),
  );
}

function block(now: Date) {
  return {
    block_type: { value: 'GENERAL', desc: 'General' },
    block_description: { value: '01', desc: 'Returned items damaged' },
    block_status: 'ACTIVE',
    block_note: 'Speak to the head of circulation.',
    created_by: 'API',
    created_date: daysLater(now, -12).toISOString(),
    expiry_date: serviceDate(daysLater(now, 120)),
  };
}

function note(now: Date) {
  return {
    note_type: { value: 'CIRCULATION', desc: 'Circulation' },
    note_text: 'Left a scarf at the desk: it is in the lost-property box.',
    user_viewable: false,
    popup_note: true,
    created_by: 'API',
    created_date: daysLater(now, -3).toISOString(),
  };
}

/** How each named item is kept. What is not said is a copy of the open stacks of MAIN that lends for four weeks. */
const plans: Partial<Record<SampleId, Partial<CopyPlan> & { author?: string }>> = {
  itemFree1: { author: 'Powers, Richard' },
  itemFree2: { author: 'Calvino, Italo' },
  itemFree3: { author: 'Woolf, Virginia' },
  itemFree4: { author: 'Eco, Umberto' },
  itemFree5: { author: 'Lee, Min Jin', policy: 'SHORT' },
  itemFree6: { author: 'Woolf, Virginia' },
  itemHebrew: { author: 'דויד, אורי' },
  itemArabic: { author: 'مستغانمي، أحلام' },
  itemOnLoan: { author: 'Ishiguro, Kazuo' },
  itemOnHoldShelf: { author: 'Woolf, Virginia' },
  itemReference: { policy: 'REFERENCE', location: 'CLOSED' },
  itemOtherLibrary: { author: 'Darwin, Charles', library: 'SCI' },
  itemHoldHere: { author: 'Mantel, Hilary' },
  itemOverdue: { author: 'Dickens, Charles' },
  itemForHold: { author: 'Kawabata, Yasunari' },
};

/** Makes the named items and everything the named patrons have, owe and ask for. */
export function namedCases(members: readonly Member[], catalogue: Catalogue, circulation: Circulation): void {
  const who = (id: SampleId) => memberOf(members, id);
  const copies = new Map(
    samples
      .filter(({ id, kind }) => kind === 'item' && plans[id] !== undefined)
      .map((sample) => {
        const { author = '', ...plan } = plans[sample.id] ?? {};
        const title = catalogue.title(sample.name, author);
        return [sample.id, catalogue.copy(title, { ...usual, ...plan, barcode: sample.code })] as const;
      }),
  );
  const item = (id: SampleId) => found(copies.get(id), id);
  let extra = FIRST_EXTRA;
  const another = (title: string, plan: Partial<CopyPlan> = {}): Copy => {
    extra += 1;
    return catalogue.copy(catalogue.title(title, ''), {
      ...usual,
      ...plan,
      barcode: barcodeOf('item', extra),
    });
  };

  const rivka = who('patronGood');
  const fourLoans = [
    'The Elements of Typographic Style',
    'מילון עברי־עברי',
    'Braiding Sweetgrass',
    'The Library Book',
  ];
  fourLoans.forEach((title, index) => circulation.lend(rivka, another(title), 5 + 3 * index));
  circulation.charge(rivka, { ...overdueFee, sum: '8.00', title: 'Braiding Sweetgrass' }, 30);
  circulation.charge(rivka, { ...otherFee, sum: '4.50' }, 10);

  const noa = who('patronBorrower');
  circulation.lend(noa, item('itemOnLoan'), 6);
  circulation.lend(noa, item('itemOtherLibrary'), 9);
  circulation.lend(noa, item('itemOverdue'), 38);
  circulation.lend(noa, item('itemHoldHere'), 20);
  circulation.hold(rivka, item('itemHoldHere'), 'MAIN', 4);
  circulation.hold(who('patronWaiting'), item('itemOnHoldShelf'), 'MAIN', 8, true);

  const sums = ['3.00', '10.50', '27.90', '5.00', '0.60'];
  sums.forEach((sum, index) => {
    const type = index === 2 ? lostFee : index === 4 ? otherFee : overdueFee;
    circulation.charge(who('patronOwing'), { ...type, sum, title: 'A Pattern Language' }, 60 - 10 * index);
  });

  const ten = who('patronTenLoans');
  const seven = ['Solaris', 'Cosmos', 'Ferdydurke', 'Lalka', 'The Issa Valley', 'Flights', 'Pan Tadeusz'];
  seven.forEach((title, index) => circulation.lend(ten, another(title), 2 + index));
  circulation.lend(ten, another('The Street of Crocodiles'), 60, 2);
  const request = another('Imperium');
  circulation.lend(ten, request, 12);
  circulation.hold(who('patronNote'), request, 'MAIN', 2);
  circulation.lend(ten, another('Chopin : the Nocturnes (sound recording)', { policy: 'MEDIA' }), 3);

  const inSciences = another('The Art of Bookbinding', { library: 'SCI' });
  requestsOfEveryKind(noa, circulation, catalogue, {
    read: item('itemOnLoan'),
    unwanted: item('itemOverdue'),
    onItsWay: inSciences,
    booked: another('Projector for Lantern Slides'),
    scanned: another('Annals of the Library'),
    reference: item('itemReference'),
  });

  const five = ['Doctor Zhivago', 'Envy', 'Petersburg', 'Oblomov', 'Dead Souls'];
  five.forEach((title, index) => circulation.lend(who('patronAtLimit'), another(title), 4 + index));
}

/** Makes so many loans for the patron with ten. */
export function manyLoans(
  members: readonly Member[],
  catalogue: Catalogue,
  circulation: Circulation,
  count: number,
): void {
  const borrower = memberOf(members, 'patronTenLoans');
  for (let number = 1; number <= count; number += 1) {
    const title = catalogue.title(`Collected Papers, volume ${number}`, 'Various');
    const copy = catalogue.copy(title, { ...usual, barcode: barcodeOf('item', FIRST_OF_MANY + number) });
    circulation.lend(borrower, copy, number % 28);
  }
}

/** The named patron among the first members: named patrons come first, in the order of the samples. */
export function memberOf(members: readonly Member[], id: SampleId): Member {
  const named = samples.filter(({ kind }) => kind === 'patron');
  return found(members[named.findIndex((sample) => sample.id === id)], id);
}

const usual = { library: 'MAIN', location: 'OPEN', policy: 'LOAN' } as const;

function found<T>(value: T | undefined, id: string): T {
  if (value === undefined) throw new Error(`The sample ${id} is missing.`);
  return value;
}
