import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Slip, slipKinds, type SlipKind } from '../../../src/contract/slips.ts';
import { StoredSlips } from '../../../src/main/station/slip-settings.ts';
import { field, html, lines } from '../../../src/main/slips/markup.ts';
import { slipPage, type SlipLook } from '../../../src/main/slips/page.ts';
import { localeOf, shortName, SlipWords } from '../../../src/main/slips/words.ts';

const now = new Date('2026-11-21T12:00:00Z');
const look: SlipLook = {
  ...StoredSlips.parse({}),
  library: 'Main Library',
  desk: 'Front desk',
  practice: false,
  locale: 'en-GB',
  now,
};
const reader = { name: 'Rivka Ben-Ami', barcode: '21234000001016' };
const book = { title: 'The Overstory', barcode: '31234000001014' };
const ils = (amount: string) => ({ amount, currency: 'ILS' });

const received = {
  ...{ ...book, pol: 'POL-1001', received: '2026-11-20Z', rush: false, onHold: false },
};
const claimed = (pol: string, title: string, why: 'short' | 'extra' | 'damaged') => ({
  ...{ pol, title, why, count: 2, reference: '', expected: why === 'short' ? '2026-12-15Z' : '' },
});

const samples: { readonly [K in SlipKind]: Extract<Slip, { kind: K }> } = {
  due: {
    kind: 'due',
    reader,
    books: [{ ...book, due: '2026-12-15Z' }],
    kept: [{ title: 'Wolf Hall', barcode: '31234000001022', why: 'on hold for somebody' }],
  },
  return: { kind: 'return', reader: null, books: [book] },
  hold: { kind: 'hold', book, reader: 'Ben-Ami, Rivka', place: 'Main Library - Front desk' },
  transit: { kind: 'transit', book, reader: 'Ben-Ami, Rivka', place: 'Science Library' },
  payment: {
    kind: 'payment',
    reader,
    fees: [{ fee: 'Overdue fine', title: 'Bleak House', paid: ils('5.00'), left: ils('2.50') }],
    paid: ils('5.00'),
    method: 'Cash',
    transaction: 'T-1',
    given: ils('10.00'),
    change: ils('5.00'),
    owed: ils('2.50'),
  },
  session: {
    kind: 'session',
    reader,
    lent: [{ ...book, due: '2026-12-15Z' }],
    returned: [{ title: 'Wolf Hall', barcode: '31234000001022' }],
    paid: ils('5.00'),
  },
  takings: {
    kind: 'takings',
    from: '2026-11-21T07:00:00Z',
    taken: [{ method: 'Cash', count: 3, sum: ils('12.50') }],
    sum: ils('12.50'),
  },
  route: { kind: 'route', item: received, place: 'Cataloging' },
  workOrder: {
    kind: 'workOrder',
    item: received,
    department: 'Acquisitions',
    type: 'Acquisitions work order',
    status: 'Copy cataloging',
  },
  claim: {
    kind: 'claim',
    vendor: 'Ex Libris Books',
    account: '4711',
    invoice: 'INV-9',
    lines: [claimed('POL-1001', 'Wolf Hall', 'short'), claimed('POL-1002', 'Middlemarch', 'damaged')],
  },
  lending: {
    ...{ kind: 'lending', partner: 'PARTNER', requestId: '70001234', externalId: 'our-own-id' },
    ...{ title: 'On folios', author: 'Manguel, Alberto', within: 'Annals of the Library, 1987' },
    ...{ callNumber: 'Z 700', neededBy: '2026-12-15', format: 'Digital', notes: ['Pages 14 to 20 only.'] },
  },
};

const page = (slip: Slip, more: Partial<SlipLook> = {}): string =>
  slipPage(Slip.parse(slip), { ...look, ...more });

test('the policy of a page lets in its style, to the letter, and no other', () => {
  const text = page(samples.due);
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(text) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(style).toContain('.slip {');
  expect(text).toContain(`style-src &#39;sha256-${hash}&#39;`);
});

/** The words on a page, as they are read. */
const read = (text: string): string =>
  text
    .replace(/^[\s\S]*<body>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('markup', () => {
  test('what is put in stays text, wherever it is put', () => {
    const evil = `<script>alert("1")</script> & 'x'`;
    expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
      `<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;">` +
        `&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</p>`,
    );
    expect(html`${[field('<b>'), null, 3]}`.text).toBe('<bdi>&lt;b&gt;</bdi>3');
    expect(lines('a\nb <c>').text).toBe('<bdi>a</bdi><br /><bdi>b &lt;c&gt;</bdi>');
  });
});

describe('a slip', () => {
  test.each(slipKinds)('%s: is a whole page, with its name, its place and when it was printed', (kind) => {
    const text = page(samples[kind]);
    expect(text).toMatch(/^<!doctype html>\s*<html lang="en" dir="ltr">/);
    expect(text).not.toMatch(/undefined|\[object|null|NaN/);
    expect(read(text)).toContain('Main Library');
    expect(read(text)).toContain('Front desk');
    expect(read(text)).toMatch(/Printed 21 Nov 2026, \d\d:00/);
    // Where the roll ends is the printer's business.
    expect(text).not.toMatch(/@page\s*\{[^}]*size/);
  });

  test('runs nothing and fetches nothing, whatever a title says', () => {
    const title = '</article><script src="https://x.example/"></script><img src=x onerror=alert(1)>';
    const text = page({ ...samples.hold, book: { title, barcode: '1' } });
    expect(text).not.toMatch(/<script|<img/);
    expect(text).toContain('&lt;script src=&quot;https://x.example/&quot;&gt;');
    expect(text).toMatch(/content="default-src &#39;none&#39;; style-src &#39;sha256-[^"]+; img-src data:"/);
  });

  test('says each thing in its own direction', () => {
    const text = page({
      kind: 'due',
      reader: { name: 'נועה לוי', barcode: '21234000001081' },
      books: [{ title: 'ذاكرة الجسد', barcode: '31234000001055', due: '2026-12-15Z' }],
    });
    expect(text).toContain('<bdi>נועה לוי</bdi>');
    expect(text).toContain('<bdi>ذاكرة الجسد</bdi>');
    expect(text).toContain('<bdi>31234000001055</bdi>');
  });

  test('due: who, what, until when, and what was not renewed', () => {
    expect(read(page(samples.due))).toMatch(
      /Due dates Rivka Ben-Ami 21234000001016 The Overstory 31234000001014 due Tue,? 15 Dec 2026 Not renewed Wolf Hall 31234000001022 on hold for somebody/,
    );
    expect(read(page({ ...samples.due, kept: [] }))).not.toContain('Not renewed');
  });

  test('hold and transit: whose the book is in large letters, shortened where the library wants it', () => {
    expect(read(page(samples.hold))).toMatch(
      /Hold shelf Ben-Ami, Rivka The Overstory 31234000001014 Main Library - Front desk/,
    );
    expect(page(samples.hold)).toContain('<p class="large"><bdi>Ben-Ami, Rivka</bdi></p>');
    expect(read(page(samples.hold, { names: 'short' }))).toContain('Hold shelf Ben-Ami, R. The Overstory');
    expect(page(samples.hold, { names: 'short' })).not.toContain('Rivka');
    expect(read(page(samples.transit, { names: 'short' }))).toContain('Science Library The Overstory');
    expect(page(samples.transit, { names: 'short' })).not.toContain('Rivka');
    expect(read(page({ ...samples.transit, reader: '' }))).not.toContain(' for ');
  });

  test('payment: what was paid on what, given, change, and what is owed', () => {
    const text = read(page(samples.payment));
    expect(text).toMatch(/Overdue fine Bleak House Paid ₪5\.00 Still owed ₪2\.50/);
    expect(text).toMatch(/Paid in all ₪5\.00 By Cash Given ₪10\.00 Change ₪5\.00 Owed now ₪2\.50 T-1/);
    const { kind, reader: who, fees, paid, method } = samples.payment;
    const plain = read(page({ kind, reader: who, fees, paid, method }));
    expect(plain).not.toMatch(/Given|Change|Owed now/);
  });

  test('return, session and takings', () => {
    expect(read(page(samples.return))).toContain('Returned The Overstory 31234000001014');
    expect(read(page(samples.session))).toMatch(
      /Lent The Overstory .* due Tue,? 15 Dec 2026 Returned Wolf Hall .* Paid in all ₪5\.00/,
    );
    expect(read(page(samples.takings))).toMatch(/Since 21 Nov 2026.* Cash \(3\) ₪12\.50 In all ₪12\.50/);
    const closed = read(
      page({
        ...samples.takings,
        to: '2026-11-21T17:00:00Z',
        cash: {
          ...{ float: ils('50.00'), paid: ils('12.50'), deposits: ils('0.00'), refunded: ils('0.00') },
          ...{ expected: ils('62.50'), counted: ils('62.00'), left: ils('50.00'), removed: ils('12.00') },
          pieces: [{ value: ils('0.50'), count: 4, sum: ils('2.00') }],
          ...{ other: ils('60.00'), verdict: '₪0.50 missing' },
        },
        lines: ['Another window: ₪3.00'],
      }),
    );
    expect(closed).toMatch(/21 Nov 2026.* to 21 Nov 2026/);
    expect(closed).toMatch(
      /Float at start ₪50\.00 Fees in cash ₪12\.50 Expected ₪62\.50 4 × ₪0\.50 ₪2\.00 Other coins and notes ₪60\.00 Counted ₪62\.00 ₪0\.50 missing Next float ₪50\.00 Taken out ₪12\.00 Another window: ₪3\.00/,
    );
    expect(closed).not.toMatch(/Deposits|Refunds/);
  });

  test('route: where it goes in large letters, then the book, its order line and when it was received', () => {
    const text = page(samples.route);
    expect(text).toContain('<p class="large"><bdi>Cataloging</bdi></p>');
    expect(read(text)).toMatch(
      /Goes to Cataloging The Overstory 31234000001014 Order line POL-1001 Received Fri,? 20 Nov 2026/,
    );
    expect(read(text)).not.toMatch(/RUSH|waiting/);
    const urgent = { ...received, rush: true, onHold: true };
    expect(read(page({ ...samples.route, item: urgent }))).toContain('Cataloging RUSH · A patron is waiting');
    const bare = page({ ...samples.route, item: { ...received, barcode: '', pol: '', received: '' } });
    expect(read(bare)).toMatch(/Cataloging The Overstory Front desk/);
  });

  test('work order: what is done next in large letters, its department and type', () => {
    expect(read(page(samples.workOrder))).toMatch(
      /Work order Copy cataloging The Overstory \d+ Department Acquisitions Type Acquisitions work order Order line POL-1001 Received/,
    );
    const untold = page({ ...samples.workOrder, status: '' });
    expect(read(untold)).toContain('Work order Acquisitions work order The Overstory');
    expect(read(untold)).not.toContain('Type');
  });

  test('lending: for whom, what, and both numbers as bars; a number that no barcode has is in words', () => {
    const text = page(samples.lending);
    for (const words of [
      'PARTNER',
      'On folios',
      'Annals of the Library, 1987',
      'Z 700',
      'Pages 14 to 20 only.',
    ])
      expect(read(text)).toContain(words);
    expect(text.match(/<svg/g)).toHaveLength(2);
    const long = page({ ...samples.lending, externalId: '0b6f2c1e-5d0a-4c3e-9a51-7e2f4a6b8c90' });
    // Along a narrow roll as well as across a sheet.
    expect(long.match(/<svg/g)).toHaveLength(3);
    const odd = page({ ...samples.lending, requestId: '', externalId: 'מספר' });
    expect(odd).not.toContain('<svg');
    expect(read(odd)).toContain('מספר');
  });

  test('claim: for whom, what is short, extra and damaged, each under its heading', () => {
    expect(read(page(samples.claim))).toMatch(
      /Claim Ex Libris Books Account 4711 Invoice INV-9 Date 21 Nov 2026 Short Wolf Hall POL-1001 Copies 2 Expected Tue,? 15 Dec 2026 Damaged Middlemarch POL-1002 Copies 2 Front desk/,
    );
    // Nothing is short: it goes with what is sent back.
    const lines = [claimed('', 'Bleak House', 'extra'), claimed('POL-1002', 'Middlemarch', 'damaged')];
    const back = read(page({ kind: 'claim', vendor: 'Ex Libris Books', lines }));
    expect(back).toMatch(/Return to vendor Ex Libris Books Date .* Extra Bleak House Copies 2 Damaged/);
    expect(back).not.toMatch(/Account|Invoice|Claim/);
  });

  test('of the receiving room names no patron, whatever the library writes on it', () => {
    const route = { ...look.kinds.route, text: 'For {patron}.' };
    expect(read(page(samples.route, { kinds: { ...look.kinds, route } }))).toContain('For .');
  });

  test("the library's own words, with their fields, and its picture", () => {
    const logo = 'data:image/png;base64,iVBORw0KGgo=';
    const due = { ...look.kinds.due, text: 'Dear {patron},\nbring <b>all</b> {constructor} back.' };
    const own = { header: 'Open 9 to 5', footer: '{library}, {desk}', kinds: { ...look.kinds, due }, logo };
    const text = page(samples.due, own);
    expect(text).toContain(`<img src="${logo}" alt="" />`);
    expect(text).toContain(
      '<p><bdi>Dear Rivka Ben-Ami,</bdi><br /><bdi>bring &lt;b&gt;all&lt;/b&gt; {constructor} back.</bdi></p>',
    );
    expect(read(text)).toMatch(/^Main Library Open 9 to 5 Due dates/);
    expect(read(text)).toContain('Main Library, Front desk');
    // Another kind has words of its own, and a name that others see is shortened in them too.
    expect(read(page(samples.hold, own))).not.toContain('Dear');
    const hold = { ...look.kinds.hold, text: 'For {patron}' };
    const short = page(samples.hold, { names: 'short', kinds: { ...look.kinds, hold } });
    expect(read(short)).toContain('For Ben-Ami, R.');
    expect(short).not.toContain('Rivka');
  });

  test('of the practice library says so', () => {
    expect(read(page(samples.hold))).not.toMatch(/practice/i);
    expect(read(page(samples.hold, { practice: true }))).toMatch(/^Main Library PRACTICE LIBRARY/);
  });

  test('a window cannot have something else printed', () => {
    expect(Slip.safeParse({ kind: 'letter', html: '<b>' }).success).toBe(false);
    expect(Slip.safeParse({ ...samples.hold, place: 'x'.repeat(2001) }).success).toBe(false);
    expect(Slip.safeParse({ ...samples.due, books: Array(1001).fill(samples.due.books[0]) }).success).toBe(
      false,
    );
  });
});

describe('words', () => {
  test('a day is the same in any zone; an hour is told where it is soon', () => {
    const words = new SlipWords('en-GB', now);
    expect(words.due('2026-12-15Z')).toMatch(/^Tue,? 15 Dec 2026$/);
    expect(words.due('2026-12-15+02:00')).toMatch(/^Tue,? 15 Dec 2026$/);
    expect(words.due('2026-11-21T18:30:00Z')).toMatch(/21 Nov 2026,? (at )?\d\d:30$/);
    expect(words.due('2026-12-15T18:30:00Z')).not.toMatch(/:30/);
    expect(words.due('')).toBe('');
    expect(words.due('next week')).toBe('next week');
    expect(words.moment('soon')).toBe('soon');
  });

  test('sums are exact, in any currency, and stand as they came where they are none', () => {
    const words = new SlipWords('en-GB', now);
    expect(words.money(ils('12345678901234567.89'))).toBe('₪12,345,678,901,234,567.89');
    expect(words.money({ amount: '5.000', currency: 'KWD' })).toMatch(/KWD\s?5\.000/);
    expect(words.money({ amount: '5', currency: '' })).toBe('5');
    expect(words.money(ils('five'))).toBe('five');
  });

  test('paper and screen count hours and decimals alike', () => {
    const words = new SlipWords('en-US', now);
    expect(words.due('2026-11-21T23:59:00')).toMatch(/23:59$/);
    expect(words.moment('2026-11-21T23:59:00')).toMatch(/23:59$/);
    expect(words.now()).not.toMatch(/[AP]M/);
    expect(words.money({ amount: '12.50', currency: 'JPY' })).toBe('¥12.50');
    expect(words.money({ amount: '12.50', currency: 'AFN' })).toMatch(/^\u2068.*\u2069$/);
  });

  test('a locale that is none is English', () => {
    expect(localeOf('en-GB')).toBe('en-GB');
    expect(localeOf('<script>')).toBe('en');
    expect(localeOf('')).toBe('en');
  });

  test.each([
    ['Ben-Ami, Rivka', 'Ben-Ami, R.'],
    ['Rivka Ben-Ami', 'Ben-Ami, R.'],
    ['Papadopoulos, Giorgos  Ioannis', 'Papadopoulos, G. I.'],
    ['李明', '李明'],
    ['Léa Fontaine', 'Fontaine, L.'],
    ['', ''],
  ])('%s is %s on the hold shelf', (name, short) => {
    expect(shortName(name)).toBe(short);
  });
});
