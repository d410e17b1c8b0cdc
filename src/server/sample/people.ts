import type { User } from '../../service/shapes/user.ts';
import { daysLater, serviceDate } from '../rules/calendar.ts';
import { barcodeOf } from './barcode.ts';
import { namePools, spelled } from './names.ts';
import type { Random } from './random.ts';

/** What makes up a patron's record. */
export interface Person {
  readonly first: string;
  readonly last: string;
  /** The Latin spelling, for the primary id and the address. */
  readonly latin: string;
  readonly group: 'STAFF' | 'STUDENT' | 'GUEST';
  readonly barcode: string;
  readonly expires: Date;
  readonly extra?: User;
}

const groups = { STAFF: 'Staff', STUDENT: 'Student', GUEST: 'Guest' } as const;
const streets = ['Herzl Street', 'Garden Road', 'Library Lane', 'Harbour Walk', 'Mill Street'];

/** A patron's record, in the shape of recorded responses. */
export function patron(person: Person, number: number): User {
  const { first, last, latin, group, barcode } = person;
  return {
    primary_id: latin,
    record_type: { value: 'PUBLIC', desc: 'Public' },
    account_type: { value: 'INTERNAL', desc: 'Internal' },
    status: { value: 'ACTIVE', desc: 'Active' },
    user_group: { value: group, desc: groups[group] },
    first_name: first,
    middle_name: '',
    last_name: last,
    full_name: `${first} ${last}`,
    preferred_language: { value: 'en', desc: 'English' },
    expiry_date: serviceDate(person.expires),
    contact_info: {
      address: [
        {
          line1: `${1 + (number % 120)} ${streets[number % streets.length] ?? ''}`,
          city: 'Haifa',
          postal_code: String(31_000 + number),
          preferred: true,
          address_type: [{ value: 'home', desc: 'Home' }],
        },
      ],
      email: [
        {
          email_address: `${latin}@example.org`,
          preferred: true,
          email_type: [{ value: 'personal', desc: 'Personal' }],
        },
      ],
      phone: [
        {
          phone_number: `+972 4 555 ${String(number).padStart(4, '0')}`,
          preferred: true,
          preferred_sms: false,
        },
      ],
    },
    user_identifier: [
      { id_type: { value: 'BARCODE', desc: 'Barcode' }, value: barcode, note: null, status: 'ACTIVE' },
    ],
    user_block: [],
    user_note: [],
    ...person.extra,
  };
}

/** A patron by chance, whose number makes them unlike all others. */
export function somebody(random: Random, number: number, now: Date): User {
  const pool = random.oneIn(3) ? random.pick(namePools.slice(0, 2)) : random.pick(namePools);
  const first = spelled(random.pick(pool.first));
  const last = spelled(random.pick(pool.last));
  const group = random.oneIn(6) ? 'GUEST' : random.oneIn(4) ? 'STAFF' : 'STUDENT';
  const note = {
    note_type: { value: 'CIRCULATION', desc: 'Circulation' },
    note_text: 'Prefers to be called by phone.',
    user_viewable: false,
    popup_note: false,
    created_by: 'API',
    created_date: daysLater(now, -90).toISOString(),
  };
  return patron(
    {
      first: first.name,
      last: last.name,
      latin: `${first.latin}.${last.latin}.${number}`,
      group,
      barcode: barcodeOf('patron', 1000 + number),
      expires: daysLater(now, random.oneIn(15) ? -30 - random.below(300) : 60 + random.below(700)),
      ...(random.oneIn(12) ? { extra: { user_note: [note] } } : {}),
    },
    number,
  );
}
