import type { Item } from '../../src/service/shapes/item.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import type { ServerOptions } from '../../src/server/server.ts';
import { startSample } from '../sample/server.ts';

/** An answer of the service, read as JSON where it is. */
export interface Answer {
  readonly status: number;
  readonly body: Record<string, never> & Json;
  readonly text: string;
  readonly headers: Headers;
}

type Json = Record<string, unknown>;

/** A practice library to talk to over HTTP, as any client would. */
export interface Library {
  readonly url: string;
  readonly key: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  del(path: string): Promise<Answer>;
  close(): Promise<void>;
}

export async function startLibrary(options: ServerOptions = {}): Promise<Library> {
  const server = await startSample({ key: 'practice', settleMs: 0, ...options });
  const send = async (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { Authorization: `apikey ${server.key}`, ...headers },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      redirect: 'manual',
    });
    const text = await response.text();
    return { status: response.status, text, headers: response.headers, body: parsed(text) };
  };
  return {
    url: server.url,
    key: server.key,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    del: (path) => send('DELETE', path),
    close: () => server.close(),
  };
}

/** One library for all tests of a file. */
export function sharedLibrary(options: ServerOptions = {}): Library {
  let library: Library | undefined;
  beforeAll(async () => {
    library = await startLibrary(options);
  });
  afterAll(() => library?.close());
  return new Proxy({} as Library, {
    get: (_, name) => Reflect.get(library ?? {}, name) as unknown,
  });
}

/** Sends with headers of its own, and reads the answer. */
export async function parsedAnswer(
  library: Pick<Library, 'url' | 'key'>,
  method: string,
  path: string,
  body: string,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(`${library.url}${path}`, {
    method,
    headers: { Authorization: `apikey ${library.key}`, ...headers },
    body,
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, body: parsed(text) };
}

/** The code of a refusal. */
export function codeOf(answer: Pick<Answer, 'body'>): string {
  const { errorList } = answer.body as { errorList?: { error: { errorCode: string }[] } };
  return errorList?.error[0]?.errorCode ?? '';
}

/** The message of a refusal. */
export function messageOf(answer: Answer): string {
  const { errorList } = answer.body as { errorList?: { error: { errorMessage: string }[] } };
  return errorList?.error[0]?.errorMessage ?? '';
}

/** Expects a refusal in the recorded shape, with this status and code. */
export function expectRefusal(answer: Answer, code: string, status = 400): void {
  expect({ status: answer.status, code: codeOf(answer), said: messageOf(answer) }).toEqual({
    status,
    code,
    said: expect.stringMatching(/\S/) as string,
  });
}

/** Expects success, and gives the record. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the test names the fields it looks at
export function done<T = Json>(answer: Answer): T {
  expect(answer.status, answer.text).toBe(200);
  return answer.body as T;
}

let made = 0;

/** Makes a patron with nothing to their name. */
export async function newPatron(library: Library, fields: Json = {}): Promise<string> {
  made += 1;
  const id = `test.patron.${made}`;
  const record = { primary_id: id, account_type: 'INTERNAL', status: 'ACTIVE', user_group: 'STUDENT' };
  const answer = await library.post('/users', {
    ...record,
    first_name: 'Test',
    last_name: `Patron ${made}`,
    ...fields,
  });
  return done<{ primary_id: string }>(answer).primary_id;
}

/** Charges a patron a fee and gives its id. */
export async function newFee(library: Library, user: string, sum: string): Promise<string> {
  const fee = { type: { value: 'OTHER' }, original_amount: sum, owner: { value: 'MAIN' } };
  return done<{ id: string }>(await library.post(`/users/${user}/fees`, fee)).id;
}

/** A body for a new invoice, with a number of its own. */
export function invoiceFor(total: string | number, fields: Json = {}): Json {
  made += 1;
  return {
    number: `TEST-${made}`,
    invoice_date: '2026-11-20Z',
    vendor: { value: 'NORTHBOOKS' },
    total_amount: total,
    currency: { value: 'ILS' },
    ...fields,
  };
}

/** Creates an invoice and gives its id. */
export async function newInvoice(library: Library, total = '10.00', fields: Json = {}): Promise<string> {
  return done<{ id: string }>(await library.post('/acq/invoices', invoiceFor(total, fields))).id;
}

/** An item with its title, as the service answers it. */
export interface ItemAnswer extends Item {
  bib_data: { mms_id: string; title: string };
  holding_data: { holding_id: string };
  item_data: {
    pid: string;
    barcode: string;
    process_type: { value: string };
    base_status: { value: string };
    requested: boolean;
    [field: string]: unknown;
  };
  additional_info?: string | undefined;
}

/** The item behind a barcode, by way of the redirect. */
export async function itemOf(library: Library, barcode: string): Promise<ItemAnswer> {
  const found = await library.get(`/items?item_barcode=${barcode}`);
  expect(found.status).toBe(302);
  const path = (found.headers.get('Location') ?? '').replace('/svcws/v1', '');
  return done<ItemAnswer>(await library.get(path));
}

/** The path of an item. */
export function pathOf(item: ItemAnswer): string {
  return `/bibs/${item.bib_data.mms_id}/holdings/${item.holding_data.holding_id}/items/${item.item_data.pid}`;
}

const desk = { circ_desk: { value: 'DEFAULT_CIRC_DESK' }, library: { value: 'MAIN' } };

export function lend(library: Library, user: string, barcode: string, at: Json = desk): Promise<Answer> {
  return library.post(`/users/${user}/loans?item_barcode=${barcode}`, at);
}

/** Scans an item in at the circulation desk of a library. */
export async function scanIn(library: Library, barcode: string, at = 'MAIN'): Promise<ItemAnswer> {
  const path = pathOf(await itemOf(library, barcode));
  return done<ItemAnswer>(await library.post(`${path}?op=scan&library=${at}&circ_desk=DEFAULT_CIRC_DESK`));
}

function parsed(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body'];
  } catch {
    return {};
  }
}
