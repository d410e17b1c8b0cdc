import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isbn10Of, isbnOf, isbnsIn } from '../../src/shared/isbn.ts';

const seed = { seed: 17 };

/** Twelve digits of an ISBN-13, and its check digit by the rule: weights 1 and 3, to a multiple of ten. */
const isbn13 = fc
  .tuple(
    fc.constantFrom('978', '979'),
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 }),
  )
  .map(([prefix, digits]) => {
    const twelve = prefix + digits.join('');
    const total = Array.from(twelve).reduce(
      (sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3),
      0,
    );
    return twelve + String((1000 - total) % 10);
  });

describe('an ISBN', () => {
  test.each([
    ['9780306406157', '9780306406157'],
    ['978-0-306-40615-7', '9780306406157'],
    ['ISBN-13: 978 0 306 40615 7', '9780306406157'],
    ['0-306-40615-2', '9780306406157'],
    ['ISBN 0306406152', '9780306406157'],
    ['080442957X', '9780804429573'],
    ['080442957x', '9780804429573'],
    ['978030640615754321', '9780306406157'],
    ['978030640615712', '9780306406157'],
    ['978‑0‑306‑40615‑7', '9780306406157'],
  ])('is in %j', (code, isbn) => {
    expect(isbnOf(code)).toBe(isbn);
  });

  test.each([
    ...[
      '',
      'X',
      '9780306406158',
      '0306406153',
      '9770306406151',
      '978030640615',
      '97803064061571',
      'POL-1001',
    ],
    ...['3001000012345', '31234000777777', 'X80442957X', '0804X29573'],
  ])('is not in %j', (code) => {
    expect(isbnOf(code)).toBeNull();
  });

  test('of any number is the same by itself, with hyphens, with an add-on, and in its older form', () => {
    const addOn = fc.constantFrom('', '12', '51299');
    fc.assert(
      fc.property(isbn13, addOn, (isbn, behind) => {
        expect(isbnOf(isbn + behind)).toBe(isbn);
        expect(isbnOf(isbn.split('').join('-'))).toBe(isbn);
        const older = isbn10Of(isbn);
        expect(older === null).toBe(isbn.startsWith('979'));
        if (older !== null) expect(isbnOf(older)).toBe(isbn);
      }),
      seed,
    );
  });

  test('with one wrong digit is none', () => {
    fc.assert(
      fc.property(isbn13, fc.integer({ min: 3, max: 12 }), fc.integer({ min: 1, max: 9 }), (isbn, at, by) => {
        const wrong = (Number(isbn[at]) + by) % 10;
        expect(isbnOf(isbn.slice(0, at) + String(wrong) + isbn.slice(at + 1))).toBeNull();
      }),
      seed,
    );
  });
});

test.each([
  ['9780306406157 (hardback); 080442957X', ['9780306406157', '9780804429573']],
  ['9780306406157 9780804429573', ['9780306406157', '9780804429573']],
  ['0-306-40615-2 : 12.50', ['9780306406157']],
  ['9780306406157, 0306406152', ['9780306406157']],
  ['not one', []],
  ['', []],
])('the ISBNs of %j', (text, isbns) => {
  expect(isbnsIn(text)).toEqual(isbns);
});
