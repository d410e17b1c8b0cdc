import type * as z from 'zod';
import { codes } from '../../service/codes.ts';
import type { Endpoint } from '../../service/define.ts';
import type { Operation } from '../../service/endpoints.ts';
import { refused } from '../rules/refusal.ts';
import { readXml } from './xml.ts';

/** The codes by which the service says that a field is missing, where it has one for that field. */
const missing: Partial<Record<Operation, Readonly<Record<string, string>>>> = {
  'users.fees.create': {
    type: codes.feeTypeRequired,
    original_amount: codes.feeAmountRequired,
    owner: codes.feeOwnerRequired,
  },
  'users.loans.update': { due_date: codes.dueDateMissing },
  'users.resourceSharing.create': { owner: codes.sharingOwnerMissing },
  'users.purchaseRequests.create': {
    resource_metadata: codes.purchaseMetadataMissing,
    'resource_metadata.title': codes.purchaseTitleMissing,
  },
  'users.list': { q: codes.badSearch },
  'acq.invoices.search': { q: codes.badSearch },
};

/** What a body is refused with where it is not as it must be, if the operation has one code for it all. */
const unfit: Partial<Record<Operation, string>> = {
  'acq.invoices.create': codes.invoiceNotCreated,
  'acq.invoices.lines.create': codes.invoiceLineNotCreated,
};

/** What older clients send where nothing is to be said: an item without content, in XML. */
const emptyItem = /^(?:<\?xml[^>]*\?>\s*)?<item\s*(?:\/>|><\/item>)$/;

/** No record has more than a handful of levels; what has thousands can be read, but not written down. */
const DEEPEST = 100;

/**
 * What is empty is not there; but a search for nothing would be a list of everything, and an amount of nothing pays or
 * waives everything. Source: Users, 2; User fees.
 */
const meansAll: ReadonlySet<string> = new Set(['q', 'amount']);

/** Parses the query of a call: a limit above 100 is 100, parameters the row does not name are ignored. Source: Limits. */
export function parseQuery(operation: Operation, row: Endpoint, query: URLSearchParams): unknown {
  const values: Record<string, string> = {};
  for (const name of Object.keys(row.query.shape)) {
    const value = query.get(name);
    if (value === null || (value === '' && !meansAll.has(name))) continue;
    if (value.includes('\0')) throw refused(codes.paramInvalid, `Param value is invalid: ${name}.`);
    values[name] = value;
  }
  const limit = values['limit'];
  if (limit !== undefined && /^\d+$/.test(limit) && Number(limit) > 100) values['limit'] = '100';
  const parsed = row.query.safeParse(values);
  if (parsed.success) return parsed.data;
  throw problem(operation, parsed.error, values, badParameter(operation));
}

/** The text of a body. What is not UTF-8 is refused: read all the same, its letters would be lost. */
export function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(codes.badRequest, 'The body is not UTF-8.');
  }
}

/** Parses the body of a call, where the row has one. The record goes on as it was sent, field for field. */
export function parseBody(operation: Operation, row: Endpoint, text: string, contentType = ''): unknown {
  if (!row.body) return undefined;
  if (row.xml !== undefined) mustBeXml(text, contentType);
  const trimmed = text.trim();
  if (trimmed === '' || emptyItem.test(trimmed)) {
    if (row.body.safeParse(undefined).success) return undefined;
    const expected = row.xml === undefined ? 'a JSON object' : 'XML';
    throw refused(codes.badRequest, `The request has no body; ${expected} is expected.`);
  }
  const body = row.xml === undefined ? readObject(text) : readXml(row.xml, text);
  const parsed = row.body.safeParse(body);
  if (parsed.success) return body;
  throw problem(operation, parsed.error, body, unfit[operation] ?? codes.invalidValue);
}

/** Source: Configuration, letters; Errors, 3. */
function mustBeXml(text: string, contentType: string): void {
  if (!/[/+]json\b/i.test(contentType) && !/^\s*[[{"]/.test(text)) return;
  throw refused(codes.letterNotJson, 'JSON is not supported for this API.');
}

function readObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused(codes.badRequest, 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refused(codes.badRequest, 'The body is not a JSON object.');
  }
  const body: Record<string, unknown> = { ...value };
  const deep = Object.keys(body).find((field) => isDeep(body[field]));
  if (deep === undefined) return body;
  throw refused(
    codes.badRequest,
    `The value of ${deep.slice(0, 100)} is nested deeper than ${DEEPEST} levels.`,
  );
}

/** Whether a value is nested too deeply to be written down again. Goes level by level: the stack is no measure. */
function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((one): unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
  }
  return false;
}

/** Turns the first thing that is wrong into a refusal that names the field. */
function problem(operation: Operation, error: z.ZodError, input: Record<string, unknown>, otherwise: string) {
  const path = error.issues[0]?.path ?? [];
  const field = path.map(String).join('.').slice(0, 100);
  const first = String(path[0] ?? '');
  const known = missing[operation]?.[field];
  if ((path.length === 1 || known !== undefined) && (valueAt(input, path) ?? '') === '') {
    return refused(
      known ?? unfit[operation] ?? codes.mandatoryFieldMissing,
      `Mandatory field is missing: ${field}`,
    );
  }
  if (first === 'user_note') {
    return refused(codes.badRequest, 'Cannot deserialize user_note: a flat array of notes is expected.');
  }
  if (operation === 'users.attachments.create' && first === 'type') {
    return refused(codes.badRequest, 'Cannot deserialize type: a plain text is expected.');
  }
  if (first === 'q') return refused(codes.badSearch, 'The search q is empty.');
  if (operation === 'users.loans.update') {
    return refused(codes.parameterInvalid, `Parameter is not valid: ${field}.`);
  }
  return refused(otherwise, `Given value is invalid: ${field}.`);
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  );
}

function badParameter(operation: Operation): string {
  return operation.startsWith('users.fees.') ? codes.parameterInvalid : codes.paramInvalid;
}
