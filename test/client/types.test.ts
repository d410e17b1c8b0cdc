import { expectTypeOf, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { paginate } from '../../src/client/paginate.ts';
import type { Page } from '../../src/service/define.ts';
import type { Attachment } from '../../src/service/shapes/attachment.ts';
import type { Fee } from '../../src/service/shapes/fee.ts';
import type { Invoice } from '../../src/service/shapes/invoice.ts';
import type { Loan } from '../../src/service/shapes/loan.ts';

/** Never run: the type checker is the test. */
async function calls(client: Client, pages: typeof paginate) {
  expectTypeOf(
    await client.call('users.fees.pay', { path: { user_id: '', fee_id: '' }, query: { amount: '1' } }),
  ).toEqualTypeOf<Fee>();
  expectTypeOf(await client.call('users.loans.list', { path: { user_id: '' } })).toEqualTypeOf<Page<Loan>>();
  expectTypeOf(await client.call('conf.general')).toExtend<object | undefined>();
  expectTypeOf(await client.open({ method: 'GET', path: '/x', kind: 'read' })).toBeUnknown();
  for await (const loan of pages(client, 'users.loans.list', { path: { user_id: '' } })) {
    expectTypeOf(loan).toEqualTypeOf<Loan>();
  }

  // What may be left out, may be left out.
  await client.call('users.list');
  await client.call('users.list', {}, { priority: 'bulk' });
  await client.call('conf.libraries.list', undefined, { timeoutMs: 5 });

  // @ts-expect-error a name that is not in the table
  await client.call('users.loans.renewAll', { path: { user_id: '', loan_id: '' } });
  // @ts-expect-error a part of the path is missing
  await client.call('users.loans.renew', { path: { user_id: '' } });
  // @ts-expect-error the path is missing
  await client.call('users.loans.renew');
  // @ts-expect-error a part of another path
  await client.call('users.get', { path: { user_id: '', loan_id: '' } });
  // @ts-expect-error a query parameter of the wrong type
  await client.call('users.list', { query: { limit: 'ten' } });
  // @ts-expect-error a query parameter that the row does not have
  await client.call('users.list', { query: { page: 1 } });
  // @ts-expect-error a query where the row has none
  await client.call('conf.general', { query: { expand: 'all' } });
  // @ts-expect-error a query parameter that must be given
  await client.call('users.fees.pay', { path: { user_id: '', fee_id: '' } });
  // @ts-expect-error a body that must be given
  await client.call('users.create', {});
  // @ts-expect-error a field of the body that must be given
  await client.call('users.loans.update', { path: { user_id: '', loan_id: '' }, body: { status: '' } });
  // @ts-expect-error a body where the row has none
  await client.call('users.get', { path: { user_id: '' }, body: {} });
  // @ts-expect-error a query parameter where the path belongs
  await client.call('users.get', { user_id: '' });
  // @ts-expect-error not a list
  pages(client, 'users.get', { path: { user_id: '' } });
  // @ts-expect-error the pages are counted here
  pages(client, 'users.loans.list', { path: { user_id: '' }, query: { offset: 5 } });
}

/** One of each form a row can have: record, list, create, replace, remove, act, open act, bytes, mended body. */
async function forms(client: Client) {
  const deposit = { user_id: '', deposit_id: '' };
  const file = { user_id: '', attachment_id: '' };
  const one = { user_id: '' };

  // A row whose op the caller names.
  await client.call('users.deposits.act', { path: deposit, query: { op: 'whatever comes' } });
  // @ts-expect-error the op must be given
  await client.call('users.deposits.act', { path: deposit });
  // @ts-expect-error the op is a text
  await client.call('users.deposits.act', { path: deposit, query: { op: 5 } });
  // @ts-expect-error the op of a row that has one of its own is not the caller's
  await client.call('users.loans.renew', { path: { user_id: '', loan_id: '' }, query: { op: 'renew' } });

  // A row that can answer bytes.
  expectTypeOf(
    await client.call('users.attachments.get', { path: file, query: { expand: 'content_no_encoding' } }),
  ).toEqualTypeOf<Uint8Array>();
  expectTypeOf(
    await client.call('users.attachments.get', { path: file, query: { expand: 'content' } }),
  ).toEqualTypeOf<Attachment>();
  expectTypeOf(await client.call('users.attachments.get', { path: file })).toEqualTypeOf<Attachment>();
  // @ts-expect-error no such form of the content
  await client.call('users.attachments.get', { path: file, query: { expand: 'contents' } });

  // Rows that share a path, told apart by a parameter.
  expectTypeOf(await client.call('acq.invoices.search', { query: { q: 'a~b' } })).toEqualTypeOf<
    Page<Invoice>
  >();
  expectTypeOf(await client.call('acq.invoices.list')).toEqualTypeOf<Page<Invoice>>();
  // @ts-expect-error a search without what is searched for
  await client.call('acq.invoices.search', { query: { limit: 5 } });
  // @ts-expect-error what is searched for where the row has no search
  await client.call('acq.invoices.list', { query: { q: 'a~b' } });

  // A row that removes: a query that must be given, and an answer that may be nothing.
  const request = { user_id: '', request_id: '' };
  expectTypeOf(await client.call('users.requests.cancel', { path: request, query: { reason: '' } })).toExtend<
    object | undefined
  >();
  // @ts-expect-error the reason must be given
  await client.call('users.requests.cancel', { path: request, query: { note: '' } });

  // A row that creates, by what it takes in the query.
  await client.call('users.loans.create', { path: { user_id: '' }, query: { item_barcode: '' } });
  // @ts-expect-error a barcode is a text
  await client.call('users.loans.create', { path: { user_id: '' }, query: { item_barcode: 5 } });
  await client.call('users.fees.payAll', { path: { user_id: '' }, query: { amount: 'ALL' } });
  // @ts-expect-error an amount is a decimal text, never a number
  await client.call('users.fees.pay', { path: { user_id: '', fee_id: '' }, query: { amount: 5 } });

  // A flag is a flag, or the text of one.
  const borrowed = { user_id: '', request_id: '' };
  await client.call('users.resourceSharing.cancel', { path: borrowed, query: { notify_user: false } });
  // @ts-expect-error a number is no flag
  await client.call('users.resourceSharing.cancel', { path: borrowed, query: { notify_user: 1 } });

  // A body whose fields are brought into the one form that the service takes.
  const user = { primary_id: '', account_type: 'INTERNAL', status: 'ACTIVE', user_group: 'STAFF' };
  await client.call('users.create', { body: { ...user, user_note: [{ note_text: '' }] } });
  await client.call('users.create', { body: { ...user, user_note: { user_note: [{ note_text: '' }] } } });
  // @ts-expect-error notes are not a text
  await client.call('users.create', { body: { ...user, user_note: '' } });
  const upload = { file_name: 'a.txt', content: 'AA==' };
  await client.call('users.attachments.create', { path: one, body: { ...upload, type: 'GENERAL' } });
  await client.call('users.attachments.create', {
    path: one,
    body: { ...upload, type: { value: 'GENERAL' } },
  });
  // @ts-expect-error a file has a name
  await client.call('users.attachments.create', { path: one, body: { type: 'GENERAL', content: '' } });
  // @ts-expect-error a type is a text
  await client.call('users.attachments.create', { path: one, body: { ...upload, type: 5 } });

  // What is not told of an open call.
  // @ts-expect-error whether it may be repeated must be said
  await client.open({ method: 'GET', path: '/x' });
  // @ts-expect-error no such method
  await client.open({ method: 'PATCH', path: '/x', kind: 'command' });
}

test('calls are typed from the table', () => {
  expectTypeOf(calls).toBeFunction();
  expectTypeOf(forms).toBeFunction();
});
