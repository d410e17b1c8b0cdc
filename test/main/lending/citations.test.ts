import childProcess from 'node:child_process';
import http from 'node:http';
import https from 'node:https';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { CitationsRead } from '../../../src/contract/lending.ts';
import { readCitations } from '../../../src/main/lending/citations.ts';
import { Failed } from '../../../src/main/failure.ts';
import { longestCitations } from '../../../src/shared/limits.ts';

/** The fields of the one citation in a text. */
const only = (text: string) => {
  const { entries } = readCitations(text);
  expect(entries).toHaveLength(1);
  return entries[0]?.fields;
};

const why = (text: string): string => {
  try {
    readCitations(text);
  } catch (error) {
    if (error instanceof Failed && error.failure.kind === 'invalid')
      return `${error.failure.reason} ${error.failure.detail}`.trim();
    throw error;
  }
  return 'read';
};

describe('a number', () => {
  test.each([
    ['10.1000/xyz123', { doi: '10.1000/xyz123' }],
    ['doi:10.1000/xyz123.', { doi: '10.1000/xyz123' }],
    ['https://doi.org/10.1016/S0140-6736(20)30183-5', { doi: '10.1016/S0140-6736(20)30183-5' }],
    ['(see https://dx.doi.org/10.1000/a%2Fb)', { doi: '10.1000/a/b' }],
    [
      'https://doi.org/10.1002/(SICI)1097-4571(199806)49:8%3C693::AID-ASI4%3E3.0.CO;2-O',
      { doi: '10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O' },
    ],
    [
      'doi: 10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O.',
      { doi: '10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O' },
    ],
    ['<https://doi.org/10.1000/xyz>', { doi: '10.1000/xyz' }],
    ['PMID: 12345678', { pmid: '12345678' }],
    ['https://pubmed.ncbi.nlm.nih.gov/31978945/', { pmid: '31978945' }],
    ['https://www.ncbi.nlm.nih.gov/pubmed/31978945', { pmid: '31978945' }],
    ['31978945', { pmid: '31978945' }],
    ['978-0-8021-3030-3', { isbn: '9780802130303' }],
    ['ISBN 0-8021-3030-5', { isbn: '9780802130303' }],
    ['0317-8471', { issn: '0317-8471' }],
    ['ISSN 03178471', { issn: '0317-8471' }],
    ['eISSN: 2049-3630', { issn: '2049-3630' }],
    ['9770317847001', { issn: '0317-8471' }],
    ['\uFEFF\u200E10.1000/xyz\u00A0', { doi: '10.1000/xyz' }],
  ])('%s', (text, fields) => {
    expect(only(text)).toEqual(fields);
  });

  test('several kinds in one text are of one citation, and what else it says is told', () => {
    const { entries } = readCitations(
      'Manguel, A. The Library at Night, 2006. ISBN 978-0-8021-3030-3. doi:10.1000/182',
    );
    expect(entries).toMatchObject([
      { kind: 'book', fields: { isbn: '9780802130303', doi: '10.1000/182' }, leftOut: [{ why: 'notUsed' }] },
    ]);
    expect(entries[0]?.leftOut[0]?.value).toContain('Manguel');
  });

  test('several of one kind are several citations', () => {
    expect(readCitations('10.1000/a\n10.1000/b\nPMID 7').entries.map(({ fields }) => fields)).toEqual([
      { doi: '10.1000/a' },
      { doi: '10.1000/b' },
      { pmid: '7' },
    ]);
    expect(readCitations('10.1000/a and 10.1000/b').entries).toHaveLength(2);
  });

  test('no check digit, no number: years, pages and wrong digits are none', () => {
    expect(why('pp. 1998-2005')).toBe('malformed noCitation');
    expect(why('978-0-8021-3030-4')).toBe('malformed noCitation');
    expect(why('0317-8472')).toBe('malformed noCitation');
    expect(why('https://www.wikidata.org/wiki/Q42')).toBe('malformed noCitation');
    expect(why('https://example.com/reference.bib')).toBe('malformed noCitation');
    expect(why('Q42')).toBe('malformed noCitation');
    expect(why('   \n')).toBe('required');
  });
});

describe('BibTeX', () => {
  const article = String.raw`@string{ann = "Annals of the Library"}
@article{a, author={M{\"u}ller, J{\'o}zef and {The Group} and Alberto Manguel}, title={{\'E}tude \emph{of} Things: A {DNA} story},
 journal=ann, year=2019, volume={3}, number=4, pages={12--19}, doi={https://doi.org/10.1000/xyz}, issn={0317-8471},
 pmid={12345678}, month=mar, abstract={long}, url={http://x.org}}`;

  test('an article, with accents, strings and a range of pages; what is not used is named', () => {
    const { entries, from } = readCitations(article);
    expect(from).toBe('bibtex');
    expect(entries).toEqual([
      {
        kind: 'article',
        fields: {
          title: 'Étude of Things: A DNA story',
          journal_title: 'Annals of the Library',
          author: 'Müller, Józef; The Group; Manguel, Alberto',
          year: '2019',
          volume: '3',
          issue: '4',
          pages: '12-19',
          issn: '0317-8471',
          doi: '10.1000/xyz',
          pmid: '12345678',
        },
        leftOut: [
          { name: 'abstract', value: 'long', why: 'notUsed' },
          { name: 'url', value: 'http://x.org', why: 'notUsed' },
        ],
      },
    ]);
  });

  test('a book whose ISBN has a wrong check digit: it is named, and not used', () => {
    const { entries } = readCitations(
      '@book(b, title="Ficciones", editor="Smith, A. and Jones, B.", isbn={978-0-8021-3030-4}, date={2001-05}, publisher={Grove}, edition={2nd})',
    );
    expect(entries).toMatchObject([
      {
        kind: 'book',
        fields: {
          title: 'Ficciones',
          author: 'Smith, A.; Jones, B.',
          year: '2001',
          publisher: 'Grove',
          edition: '2nd',
        },
        leftOut: [{ why: 'checkDigit', value: '978-0-8021-3030-4' }],
      },
    ]);
    expect(entries[0]?.fields).not.toHaveProperty('isbn');
  });

  test('a malformed entry does not keep the others from being read', () => {
    const { entries, unread } = readCitations(
      `${article}\n@book{b, title={Unfinished\n@book{c, title={Whole}}`,
    );
    expect(entries.map(({ fields }) => fields.title)).toEqual(['Étude of Things: A DNA story', 'Whole']);
    expect(unread).toBe(1);
    expect(why('@article{x, title={')).toBe('malformed bibtex');
    expect(why(`@article{x, title={${'{'.repeat(60_000)}`)).toBe('malformed bibtex');
  });
});

describe('RIS', () => {
  const record = [
    'TY  - JOUR',
    'AU  - Müller, J',
    'AU  - Doe, A B',
    'TI  - On folios',
    'T2  - Annals of the Library',
    'PY  - 1987/03/01/',
    'VL  - 12',
    'IS  - 4',
    'SP  - 14',
    'EP  - 20',
    'SN  - 0317-8471 (print)',
    'DO  - 10.1000/abc',
    'DB  - PubMed',
    'AN  - 999',
    'KW  - shelving',
    'ER  - ',
  ];

  test.each([
    ['with LF', record.join('\n')],
    ['with CR LF and a byte order mark', `\uFEFF${record.join('\r\n')}\r\n`],
    ['with CR', record.join('\r')],
    ['with blanks lost on the way', record.map((line) => `  ${line.replace('  -', ' -')}`).join('\n')],
  ])('an article %s', (_, text) => {
    const { entries, from } = readCitations(text);
    expect(from).toBe('ris');
    expect(entries).toMatchObject([
      {
        kind: 'article',
        fields: {
          title: 'On folios',
          journal_title: 'Annals of the Library',
          author: 'Müller, J; Doe, A B',
          year: '1987',
          volume: '12',
          issue: '4',
          pages: '14-20',
          issn: '0317-8471',
          doi: '10.1000/abc',
          pmid: '999',
        },
      },
    ]);
    expect(entries[0]?.leftOut.map(({ name }) => name)).toEqual(['DB', 'KW']);
  });

  test('several records; one that says nothing counts as unread', () => {
    const text = `${record.join('\n')}\nTY  - BOOK\nA1  - X, Y\nT1  - Bo\nSN  - 9780802130303\nER  - \nTY  - BOOK\nER  - \n`;
    const { entries, unread } = readCitations(text);
    expect(entries.map(({ kind, fields }) => [kind, fields.title, fields.isbn])).toEqual([
      ['article', 'On folios', undefined],
      ['book', 'Bo', '9780802130303'],
    ]);
    expect(unread).toBe(1);
    expect(why('TY  - BOOK\nER  - ')).toBe('malformed ris');
  });
});

test('nothing is fetched, whatever a text names', () => {
  const spies = [
    vi.spyOn(globalThis, 'fetch'),
    vi.spyOn(http, 'request'),
    vi.spyOn(https, 'request'),
    vi.spyOn(childProcess, 'spawnSync'),
  ];
  for (const text of [
    'https://doi.org/10.1000/xyz',
    'https://www.wikidata.org/wiki/Q42',
    'Q42',
    'https://example.com/reference.bib',
    '{"type": "article"}',
    '@article{a, title={T}, url={https://example.com/a}, doi={10.1000/xyz}}',
    'TY  - JOUR\nTI  - T\nUR  - https://example.com/a\nER  - ',
  ]) {
    why(text);
  }
  for (const spy of spies) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});

test('more than a person pastes is refused, and the most of it is read in time', () => {
  expect(why('x'.repeat(5_000_000))).toBe('tooLong');
  const entry = '@article{a, author={Manguel, Alberto}, title={On folios}, journal={Annals}, year=1987}\n';
  const many = entry.repeat(Math.floor(longestCitations / entry.length));
  const began = performance.now();
  const { entries, more } = readCitations(many);
  expect(entries).toHaveLength(100);
  expect(more).toBeGreaterThan(2000);
  for (const character of [
    '@',
    '{',
    '1',
    '10.1000/',
    '978',
    'TY  - ',
    '@article{',
    '(',
    '-',
    '\\',
    'ISSN ',
    '1 ',
  ]) {
    why(character.repeat(Math.floor(longestCitations / character.length)));
  }
  expect(performance.now() - began).toBeLessThan(20_000);
});

/** What a value may be, and reads back as it was. */
const word = fc
  .stringMatching(/^[A-Za-zäöüßéèñ][A-Za-zäöüßéèñ0-9 ,:]{0,30}[a-z]$/)
  .map((text) => text.replaceAll(/\s+/g, ' '));
const plainWord = word.map((text) => text.replaceAll(/[,:]/g, '').replaceAll(/\s+/g, ' '));

test('whatever is pasted, it is read or refused in words, and every field is a line of text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '@article{a,',
      '@book(',
      'title={',
      '}',
      '"',
      'TY  - ',
      'ER  - \n',
      'AU  - ',
      '\n',
      '\r',
      '10.1000/',
      'ISBN',
      'PMID:',
    ),
    fc.constantFrom(
      '978-0-8021-3030-3',
      '0317-8471',
      '@string{x=',
      '__proto__ = {1},',
      'DO  - ',
      'SN  - ',
      '{\\"u}',
      '#',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      let found: CitationsRead;
      try {
        found = readCitations(pieces.join(''));
      } catch (error) {
        return error instanceof Failed;
      }
      return found.entries.every(({ fields }) =>
        Object.values(fields).every(
          (value) =>
            typeof value === 'string' &&
            value !== '' &&
            value === value.trim() &&
            !/[\n\r]/.test(value) &&
            value.isWellFormed(),
        ),
      );
    }),
    { numRuns: 1000 },
  );
});

test('what RIS and BibTeX say comes out of them', () => {
  const reference = fc.record({
    title: word,
    journal: plainWord,
    family: fc.stringMatching(/^[A-Z][a-zäöü]{1,12}$/),
    given: fc.stringMatching(/^[A-Z][a-zäöü]{1,12}$/),
    year: fc.integer({ min: 1500, max: 2100 }),
    volume: fc.integer({ min: 1, max: 999 }),
    first: fc.integer({ min: 1, max: 500 }),
  });
  fc.assert(
    fc.property(reference, ({ title, journal, family, given, year, volume, first }) => {
      const pages = `${first}-${first + 7}`;
      const fields = {
        ...{ title, journal_title: journal, author: `${family}, ${given}` },
        ...{ year: String(year), volume: String(volume), pages },
      };
      const ris = `TY  - JOUR\nTI  - ${title}\nT2  - ${journal}\nAU  - ${family}, ${given}\nPY  - ${year}\nVL  - ${volume}\nSP  - ${first}\nEP  - ${first + 7}\nER  - \n`;
      const bibtex = `@article{k, title={{${title}}}, journal={${journal}}, author={${family}, ${given}}, year={${year}}, volume={${volume}}, pages={${first}--${first + 7}}}`;
      expect(only(ris)).toEqual(fields);
      expect(only(bibtex)).toEqual(fields);
    }),
    { numRuns: 200 },
  );
});
