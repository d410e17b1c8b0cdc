import { beforeAll, describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/contract/failure.ts';
import { dateText } from '../../../src/renderer/ui/format.ts';
import { failureLine, failureText } from '../../../src/renderer/failures/failure-text.ts';
import { refusals, undone } from '../../../src/renderer/failures/all-refusals.ts';
import { loadRefusals } from '../../../src/renderer/failures/refusals.ts';
import { ours } from '../../../src/service/codes.ts';
import { endpoints } from '../../../src/service/endpoints.ts';

const refused = (operation: string, code: string, message = ''): Failure => ({
  kind: 'refused',
  operation,
  status: 400,
  code,
  message,
  trackingId: 'E01-1',
});

describe('the words of a failure', () => {
  it('are the service’s own until ours are there, for what no scan is refused', async () => {
    const paid = refused('users.fees.pay', '401651', 'What the service said.');
    expect(failureText(paid).what).toContain('What the service said.');
    await loadRefusals();
    expect(failureText(paid).what).not.toContain('What the service said.');
  });
});

describe('the words of a failure, once all are there', () => {
  beforeAll(() => loadRefusals());

  it('name only operations of the table, by codes', () => {
    for (const [operation, texts] of Object.entries(refusals)) {
      expect(Object.keys(endpoints)).toContain(operation);
      // A number of the deployed service's, or a word of the practice library's own.
      const words = Object.keys(texts).filter((code) => !/^\d{5,8}$/.test(code));
      expect(Object.values<string>(ours)).toEqual(expect.arrayContaining(words));
    }
    for (const operation of Object.keys(undone)) expect(Object.keys(endpoints)).toContain(operation);
  });

  it('say of a loan that was refused why, what did not happen, and what to do', () => {
    const text = failureText(refused('users.loans.create', ours.itemOnHoldForOther, 'Item X'));
    expect(text.what).toBe('On hold for another patron');
    expect(text.notDone).toBe('Nothing was lent.');
    expect(text.todo).not.toBe('');
  });

  it('tell the same code apart by where it was answered', () => {
    const lent = failureText(refused('users.loans.create', '401651')).what;
    const paid = failureText(refused('users.fees.pay', '401651')).what;
    expect(lent).not.toBe(paid);
  });

  it('keep the service’s own words and the tracking id at hand', () => {
    const { details } = failureText(refused('users.loans.create', '401651', 'Item is not loanable.'));
    expect(details.map((detail) => detail.value)).toEqual(
      expect.arrayContaining(['Item is not loanable.', '401651', 'E01-1']),
    );
  });

  it('show what the service said where the code is not known', () => {
    expect(failureText(refused('users.get', '999999', 'Something else.')).what).toContain('Something else.');
    expect(failureText(refused('users.get', '')).what).not.toBe('');
  });

  it('never say of an unclear outcome that it did not happen', () => {
    const text = failureText({
      kind: 'unknown-outcome',
      operation: 'users.fees.pay',
      journalId: '1',
      trackingId: null,
    });
    expect(text.notDone).toContain('Not sent again');
    expect(text.notDone).not.toContain('Nothing was');
  });

  it('never say that Carrel looks for what only a person can find', () => {
    const unknown = (operation: string) =>
      failureText({ kind: 'unknown-outcome', operation, journalId: '1', trackingId: null }).todo;
    expect(unknown('users.fees.pay')).toContain('Carrel is checking');
    for (const operation of ['conf.workflows.run', 'partners.lendingRequests.create']) {
      expect(unknown(operation)).not.toContain('Carrel is checking');
      expect(unknown(operation)).toMatch(/Ask before repeating/);
    }
  });

  it('say of what has the effect of something unclear that nothing was sent now, and when that was asked for', () => {
    const at = '2026-11-23T10:00:00.000Z';
    const text = failureText({ kind: 'unsettled', operation: 'users.fees.pay', journalId: 'j1', at });
    expect(text.meaning).toBe('attention');
    expect(text.what).toBe('Already sent, not confirmed');
    expect(text.notDone).toContain(dateText(at, 'moment'));
    expect(text.notDone).toContain('Not sent again.');
    // Never to try again: that would be the second one.
    expect(text.todo).toContain('Wait, or settle it');
    expect(text.todo).not.toMatch(/again/);
    expect(text.details.map(({ value }) => value)).toEqual(['users.fees.pay', 'j1']);
  });

  it.each(['full', 'notWritten'] as const)(
    'say of settings that were not kept (%s) that they are as they were',
    (why) => {
      const text = failureText({ kind: 'settings', why });
      expect(text.what).toMatch(why === 'full' ? /Disk full/ : /could not be written/);
      expect(text.notDone).toBe('Settings unchanged.');
      expect(text.todo).toContain('then try again');
    },
  );

  it('say what is wrong with a certificate, as far as that is known', () => {
    const words = (detail: string) => failureText({ kind: 'unreachable', why: 'certificate', detail });
    expect(words('CERT_HAS_EXPIRED').what).toContain('expired');
    expect(words('CERT_NOT_YET_VALID').what).toContain('not valid yet');
    expect(words('ERR_TLS_CERT_ALTNAME_INVALID').what).toContain('for another address');
    expect(words('SELF_SIGNED_CERT_IN_CHAIN').what).toContain('not trusted');
    expect(words('CRL_HAS_EXPIRED').what).toBe('Certificate not valid');
    // Nobody is sent round it.
    for (const detail of ['SELF_SIGNED_CERT_IN_CHAIN', 'CRL_HAS_EXPIRED'])
      expect(words(detail).todo).toContain('Don’t bypass it.');
    expect(words('CERT_HAS_EXPIRED').details.map(({ value }) => value)).toEqual(['CERT_HAS_EXPIRED']);
  });

  it.each([
    ['proxyNotFound', 'not found', 'Tell IT.'],
    ['proxyUnreachable', 'not answering', 'Tell IT.'],
    ['proxyCertificate', 'certificate not valid', 'Don’t bypass it.'],
    ['proxyRefused', 'refused the call', 'the address in Settings'],
    ['proxyLogin', 'needs a user name and password', 'in Settings'],
    ['proxyLoginRefused', 'refused the user name', 'in Settings'],
    ['proxyLoginKind', 'sign-in not supported', 'Basic'],
    ['proxyKind', 'type not supported', 'an HTTP proxy'],
  ] as const)(
    'tell of a proxy (%s) what it did, that nothing was done, and who can help',
    (why, what, todo) => {
      const text = failureText({ kind: 'unreachable', why, detail: 'proxy.example:3128' });
      expect(text.what).toContain(what);
      expect(text.notDone).toBe('Nothing was changed.');
      expect(text.todo).toContain(todo);
      expect(text.details.map(({ value }) => value)).toEqual(['proxy.example:3128']);
    },
  );

  it('say where the question which library it is can be answered', () => {
    const text = failureText({ kind: 'whichLibrary' });
    expect(text).toMatchObject({ meaning: 'attention', details: [] });
    expect(text.todo).toBe('Answer the question in Settings.');
    expect(text.notDone).not.toBe('');
  });

  it('say that what is left unfinished at a library is kept', () => {
    const text = failureText({ kind: 'leaving', unclear: 1, unfinished: 0 });
    expect(text.meaning).toBe('attention');
    expect(text.what).toBe('Not everything here is confirmed or finished');
    expect(text.todo).toContain('it is kept');
    expect(text.notDone).not.toBe('');
  });

  it('name the field that is wrong', () => {
    const line = failureLine({ kind: 'invalid', field: 'amount', reason: 'notPositive', detail: '' });
    expect(line).toContain('Amount');
  });

  it('tell a misread code from any other that cannot be read', () => {
    const misread = failureText({
      kind: 'invalid',
      field: 'text',
      reason: 'malformed',
      detail: 'checkDigit',
    });
    const other = failureText({ kind: 'invalid', field: 'text', reason: 'malformed', detail: '' });
    expect(misread.what).not.toBe(other.what);
    expect(misread.todo).toBe('Scan it again.');
  });

  it('say of a barcode that cannot be given here where it can be', () => {
    const noItems = { kind: 'invalid', reason: 'noItems', detail: '' } as const;
    const barcode = failureText({ ...noItems, field: 'barcode' });
    expect(barcode.what).toContain('No barcode can be given here');
    expect(barcode.todo).toBe('Give it in the library system.');
    expect(failureText({ ...noItems, field: 'pol' }).what).toBe('Order line has no items');
  });
});
