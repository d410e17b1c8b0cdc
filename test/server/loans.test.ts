import { describe, expect, test } from 'vitest';
import { ours } from '../../src/service/codes.ts';
import { sampleCode } from '../../src/service/samples.ts';
import {
  done,
  expectRefusal,
  itemOf,
  lend,
  messageOf,
  newPatron,
  scanIn,
  sharedLibrary,
  startLibrary,
} from './harness.ts';

const library = sharedLibrary();

interface LoanAnswer {
  loan_id: string;
  item_barcode: string;
  title: string;
  due_date: string;
  process_status: string;
  loan_fine: string;
  renewable?: boolean | null;
  last_renew_status?: { value: string; desc: string };
}

const loansOf = async (user: string, query = '') =>
  done<{ item_loan: LoanAnswer[]; total_record_count: number }>(
    await library.get(`/users/${user}/loans?limit=100${query}`),
  );

const days = (from: number, to: string) => Math.round((Date.parse(to) - from) / 86_400_000);
/** The day that it is in the library at this moment, so many days later. */
const libraryDay = (moment: number, later = 0): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Jerusalem' }).format(moment + later * 86_400_000);

describe('lending', () => {
  test('a free item: due in four weeks at the end of the day, on the patron’s list, gone from the shelf', async () => {
    const user = await newPatron(library);
    const loan = done<LoanAnswer>(await lend(library, user, sampleCode('itemFree1')));
    expect(loan).toMatchObject({
      title: 'The Overstory',
      item_barcode: sampleCode('itemFree1'),
      loan_status: 'ACTIVE',
      process_status: 'NORMAL',
      circ_desk: { value: 'DEFAULT_CIRC_DESK' },
      library: { value: 'MAIN' },
    });
    expect(libraryDay(Date.parse(loan.due_date))).toBe(libraryDay(Date.now(), 28));
    expect(loan.due_date).toMatch(/T2[01]:59:00\.000Z$/);
    expect((await loansOf(user)).item_loan.map((one) => one.loan_id)).toEqual([loan.loan_id]);
    const item = await itemOf(library, sampleCode('itemFree1'));
    expect(item.item_data).toMatchObject({ process_type: { value: 'LOAN' }, base_status: { value: '0' } });
    expect(done(await library.get(`/users/${user}/loans/${loan.loan_id}`))).toMatchObject({
      title: 'The Overstory',
    });
  });

  test('by pid, for a week, at a desk that follows from the item', async () => {
    const user = await newPatron(library);
    const { item_data: item } = await itemOf(library, sampleCode('itemFree5'));
    const loan = done<LoanAnswer>(await library.post(`/users/${user}/loans?item_pid=${item.pid}`));
    expect(loan).toMatchObject({ item_policy: { value: 'SHORT' }, library: { value: 'MAIN' } });
    expect(libraryDay(Date.parse(loan.due_date))).toBe(libraryDay(Date.now(), 7));
  });

  test.each([
    ['an unknown barcode', 'patronNothing', '39999999999999', '401689'],
    ['a patron’s barcode', 'patronNothing', sampleCode('patronGood'), '401689'],
    ['a reference item', 'patronNothing', sampleCode('itemReference'), '401651'],
    ['an item not yet received', 'patronNothing', sampleCode('itemOrdered'), '401651'],
    ['an item on loan to another', 'patronNothing', sampleCode('itemOnLoan'), ours.itemOnLoan],
    ['an item on loan to this patron', 'patronBorrower', sampleCode('itemOnLoan'), ours.itemOnLoanToPatron],
    ['an item on hold for another', 'patronNothing', sampleCode('itemOnHoldShelf'), ours.itemOnHoldForOther],
    ['a blocked patron', 'patronBlocked', sampleCode('itemFree2'), ours.patronBlocked],
    ['an expired patron', 'patronExpired', sampleCode('itemFree2'), ours.patronExpired],
    ['a patron at the limit', 'patronAtLimit', sampleCode('itemFree2'), ours.loanLimitReached],
  ] as const)('refuses %s', async (_, who, barcode, code) => {
    const before = await loansOf(sampleCode(who));
    expectRefusal(await lend(library, sampleCode(who), barcode), code);
    expect(await loansOf(sampleCode(who))).toEqual(before);
  });

  test('refuses a desk or library nobody knows, and a call that names no item or two', async () => {
    const user = sampleCode('patronNothing');
    const barcode = sampleCode('itemFree2');
    const nowhere = { circ_desk: { value: 'BALCONY' }, library: { value: 'MAIN' } };
    expectRefusal(await lend(library, user, barcode, nowhere), '401153');
    expectRefusal(await lend(library, user, barcode, { library: 'ATLANTIS' }), '401153');
    expectRefusal(await library.post(`/users/${user}/loans`, {}), '401672');
    expectRefusal(
      await library.post(`/users/${user}/loans?item_barcode=${barcode}&item_pid=1`, {}),
      '40166411',
    );
    expectRefusal(await lend(library, 'nobody', barcode), '401861', 404);
  });

  test('an item on the hold shelf goes to the patron it waits for, and their request is done', async () => {
    const user = sampleCode('patronWaiting');
    const list = async () => done(await library.get(`/users/${user}/requests`));
    expect(await list()).toMatchObject({ user_request: [{ request_status: 'ON_HOLD_SHELF' }] });
    done(await lend(library, user, sampleCode('itemOnHoldShelf')));
    expect(await list()).toMatchObject({ total_record_count: 0 });
    expect(done(await library.get(`/users/${user}/requests?status=history`))).toMatchObject({
      user_request: [{ request_status: 'FULFILLED' }],
    });
    expect((await itemOf(library, sampleCode('itemOnHoldShelf'))).item_data).toMatchObject({
      requested: false,
    });
  });
});

describe('the list of loans', () => {
  test('pages, orders, and says what can be renewed', async () => {
    const user = sampleCode('patronTenLoans');
    const all = await loansOf(user, '&expand=renewable');
    expect(all.total_record_count).toBe(10);
    const byTitle = Object.fromEntries(all.item_loan.map((loan) => [loan.title, loan.renewable]));
    expect(byTitle['Solaris']).toBe(true);
    expect(byTitle['The Street of Crocodiles']).toBe(false);
    expect(byTitle['Imperium']).toBe(false);
    expect(byTitle['Chopin : the Nocturnes (sound recording)']).toBe(null);
    const due = all.item_loan.map((loan) => loan.due_date);
    expect(due).toEqual([...due].sort());
    const titles = (await loansOf(user, '&order_by=title')).item_loan.map((loan) => loan.title);
    expect(titles[0]).toBe('Chopin : the Nocturnes (sound recording)');
    expect(done<{ item_loan: [] }>(await library.get(`/users/${user}/loans`)).item_loan).toHaveLength(10);
    expect(
      done<{ item_loan: [] }>(await library.get(`/users/${user}/loans?limit=4&offset=8`)).item_loan,
    ).toHaveLength(2);
    expectRefusal(await library.get(`/users/${user}/loans?order_by=weight`), '40166411');
    expect((await loansOf(user)).item_loan[0]).not.toHaveProperty('renewable');
  });

  test('gives those that were returned where they are asked for, in either direction', async () => {
    const user = await newPatron(library);
    expect((await loansOf(user, '&loan_status=Complete')).total_record_count).toBe(0);
    for (const item of ['itemFree3', 'itemFree4'] as const) {
      done(await lend(library, user, sampleCode(item)));
      await scanIn(library, sampleCode(item));
    }
    done(await lend(library, user, sampleCode('itemFree3')));
    const codes = async (query: string) =>
      (await loansOf(user, query)).item_loan.map(({ item_barcode: code }) => code);
    const [third, fourth] = [sampleCode('itemFree3'), sampleCode('itemFree4')];
    expect(await codes('&loan_status=Complete&order_by=loan_date')).toEqual([third, fourth]);
    expect(await codes('&loan_status=COMPLETE&order_by=loan_date&direction=DESC')).toEqual([fourth, third]);
    expect(await codes('&loan_status=Active')).toEqual([third]);
    expect(await codes('')).toEqual([third]);
    await scanIn(library, third);
    expectRefusal(await library.get(`/users/${user}/loans?loan_status=lost`), '40166411');
    expectRefusal(await library.get(`/users/${user}/loans?direction=up`), '40166411');
  });

  test('says what an overdue loan has cost so far', async () => {
    const { item_loan: loans } = await loansOf(sampleCode('patronBorrower'));
    const overdue = loans.find((loan) => loan.title === 'Bleak House');
    expect(overdue?.loan_fine).toBe('5.00');
    expect(loans.find((loan) => loan.title === 'Wolf Hall')?.loan_fine).toBe('0.00');
  });
});

describe('renewing', () => {
  const renew = async (user: string, id: string) => library.post(`/users/${user}/loans/${id}?op=renew`);
  const loanOf = async (user: string, title: string): Promise<LoanAnswer> => {
    const loan = (await loansOf(user)).item_loan.find((one) => one.title === title);
    if (!loan) throw new Error(`no loan of ${title}`);
    return loan;
  };

  test('counts from the due date, twice, and no more', async () => {
    const user = await newPatron(library);
    const first = done<LoanAnswer>(await lend(library, user, sampleCode('itemFree6')));
    const second = done<LoanAnswer>(await renew(user, first.loan_id));
    expect(days(Date.parse(first.due_date), second.due_date)).toBe(28);
    expect(second).toMatchObject({ process_status: 'RENEW', last_renew_status: { value: 'RENEWED' } });
    const third = done<LoanAnswer>(await renew(user, first.loan_id));
    const refusal = await renew(user, first.loan_id);
    expectRefusal(refusal, '401822');
    expect(messageOf(refusal)).toContain('limit of renewals');
    expect((await loanOf(user, 'The Waves')).due_date).toBe(third.due_date);
  });

  test('is refused when another patron waits for the title', async () => {
    const user = sampleCode('patronTenLoans');
    const refusal = await renew(user, (await loanOf(user, 'Imperium')).loan_id);
    expectRefusal(refusal, '401822');
    expect(messageOf(refusal)).toContain('requested by another patron');
  });

  test('is refused for a blocked patron', async () => {
    const id = await newPatron(library);
    const loan = done<LoanAnswer>(await lend(library, id, sampleCode('itemForHold')));
    const user = done(await library.get(`/users/${id}`));
    done(
      await library.put(`/users/${id}`, {
        ...user,
        user_block: [{ block_status: 'ACTIVE', block_note: 'x' }],
      }),
    );
    const refusal = await renew(id, loan.loan_id);
    expectRefusal(refusal, '401822');
    expect(messageOf(refusal)).toContain('blocked');
  });

  test('is refused in the body, with 200 and the due date as it was, where the policy says so', async () => {
    const user = sampleCode('patronTenLoans');
    const loan = await loanOf(user, 'Chopin : the Nocturnes (sound recording)');
    const answer = done<LoanAnswer>(await renew(user, loan.loan_id));
    expect(answer.due_date).toBe(loan.due_date);
    expect(answer.last_renew_status?.value).toBe('401193;');
    expect(answer.last_renew_status?.desc).toMatch(/cannot be renewed/);
  });

  test('a loan nobody knows, another’s loan, a loan that is over', async () => {
    const user = await newPatron(library);
    expectRefusal(await renew(user, '1'), '401823');
    expectRefusal(
      await renew(user, (await loanOf(sampleCode('patronGood'), 'The Library Book')).loan_id),
      '401823',
    );
    const loan = done<LoanAnswer>(await lend(library, user, sampleCode('itemFree3')));
    await scanIn(library, sampleCode('itemFree3'));
    expectRefusal(await renew(user, loan.loan_id), '401823');
    expectRefusal(await library.post(`/users/${user}/loans/${loan.loan_id}?op=explode`), '401873');
  });
});

describe('changing a due date', () => {
  const change = async (body: object) => {
    const user = sampleCode('patronGood');
    const loan = (await loansOf(user)).item_loan[0];
    return library.put(`/users/${user}/loans/${loan?.loan_id ?? ''}`, body);
  };
  const year = new Date().getFullYear() + 1;

  test.each([
    [`${year}-03-01T12:00:00Z`, `${year}-03-01T12:00:00.000Z`],
    [`${year}-03-01T12:00:00+02:00`, `${year}-03-01T10:00:00.000Z`],
    [`${year}-01-15Z`, `${year}-01-15T21:59:00.000Z`],
    [`${year}-07-15`, `${year}-07-15T20:59:00.000Z`],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('to %s', async (sent, stored) => {
    expect(done(await change({ due_date: sent }))).toMatchObject({ due_date: stored });
  });

  test.each([
    [{}, '401824'],
    [{ due_date: '' }, '401824'],
    [{ due_date: new Date(Date.now() - 86_400_000).toISOString() }, '401681'],
    [{ due_date: '1900-01-01Z' }, '401681'],
    [{ due_date: `${year}-02-31Z` }, '401666'],
    // West of here that is the year 10000, which stands before all others in order.
    [{ due_date: '9999-12-31T23:59:59-12:00' }, '401666'],
    [{ due_date: `${year}-02-31T10:00:00Z` }, '401666'],
    [{ due_date: 'tomorrow' }, '401666'],
    [{ due_date: 20271231 }, '401666'],
  ])('refuses %j', async (body, code) => {
    expectRefusal(await change(body), code);
  });
});

test('due dates end the day on the library’s clock, in summer and in winter', async () => {
  for (const [today, due] of [
    ['2026-06-10T22:30:00Z', '2026-07-09T20:59:00.000Z'],
    ['2026-12-10T12:00:00Z', '2027-01-07T21:59:00.000Z'],
    // The last day of summer time, which ends two hours after it, and the last day of winter time.
    ['2026-09-26T12:00:00Z', '2026-10-24T20:59:00.000Z'],
    ['2027-02-25T12:00:00Z', '2027-03-25T21:59:00.000Z'],
  ] as const) {
    const other = await startLibrary({ now: () => new Date(today) });
    expect(done(await lend(other, sampleCode('patronGood'), sampleCode('itemFree1')))).toMatchObject({
      due_date: due,
    });
    await other.close();
  }
});
