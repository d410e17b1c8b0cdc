import { expect, test } from 'vitest';
import { inUseOr } from '../../../src/main/journal/file.ts';
import { journalTroubleOf, resultCodeOf, whyNotOpened } from '../../../src/main/journal/trouble.ts';

const ofSqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });
const ofSystem = (code: string) => Object.assign(new Error('x'), { code });

// Source: https://sqlite.org/rescode.html
test.each([
  ['SQLITE_FULL', 13, 'full', 'full'],
  ['SQLITE_CORRUPT', 11, 'damaged', 'other'],
  ['SQLITE_CORRUPT_INDEX', 779, 'damaged', 'other'],
  ['SQLITE_NOTADB', 26, 'damaged', 'other'],
  ['SQLITE_IOERR', 10, 'notWritten', 'other'],
  ['SQLITE_IOERR_WRITE', 778, 'notWritten', 'other'],
  ['SQLITE_READONLY', 8, 'notWritten', 'readOnly'],
  ['SQLITE_READONLY_DBMOVED', 1032, 'notWritten', 'readOnly'],
  ['SQLITE_CANTOPEN', 14, 'notWritten', 'readOnly'],
  ['SQLITE_ERROR', 1, null, 'other'],
  ['SQLITE_CONSTRAINT_UNIQUE', 2067, null, 'other'],
])('%s means the same with and without its details', (_, errcode, trouble, why) => {
  expect([journalTroubleOf(ofSqlite(errcode)), whyNotOpened(ofSqlite(errcode))]).toEqual([trouble, why]);
});

test.each([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EACCES', 'readOnly'],
  ['EPERM', 'readOnly'],
  ['EROFS', 'readOnly'],
  ['EIO', 'other'],
])('%s of the system is told as what it is, and is none of SQLite', (code, why) => {
  expect([journalTroubleOf(ofSystem(code)), whyNotOpened(ofSystem(code))]).toEqual([null, why]);
});

test.each([new TypeError('x'), 'thrown', null, { errcode: 13, code: 'ENOSPC' }])(
  'what is no error of the journal is none: %j',
  (thrown) => {
    expect([resultCodeOf(thrown), journalTroubleOf(thrown)]).toEqual([0, null]);
    expect(whyNotOpened(thrown)).toBe('other');
  },
);

test('only what another program holds is in use', () => {
  const busy = ofSqlite(5);
  const found = inUseOr(busy);
  expect(found).toMatchObject({ name: 'InUse', message: 'in use', cause: busy });
  expect(found).toBeInstanceOf(Error);
  const full = ofSqlite(13);
  expect(inUseOr(full)).toBe(full);
});
