import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { startServer, type RunningServer } from '../../src/server/server.ts';
import { edited, patched } from '../../src/service/patch.ts';
import { textOf } from '../../src/service/read.ts';
import { type NewUser, type User, userForms } from '../../src/service/shapes/user.ts';
import { clientOf, key } from './stub.ts';

let server: RunningServer;
let client: Client;

beforeAll(async () => {
  server = await startServer({ key, empty: true });
  client = clientOf(server.url);
});
afterAll(() => server.close());

const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** What libraries put into records besides what is written down: nested, null, numbers as texts, any script, any name. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('1', '007', '1.50', ' ', '‏א'),
);
const anything = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, 0, -1, 1.5, 1e21, 9007199254740991, '', [], {}, [null], { value: null }),
);
const unknownName = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 10 }),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'link', 'value', 'x y', 'odd.name'),
);
const known = new Set(['loans', 'requests', 'fees']);
const ours = fc
  .dictionary(unknownName, anything, { maxKeys: 6 })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => !known.has(name))));

const code = (values: string[]) =>
  fc.constantFrom(...values).chain((value) =>
    fc.oneof(
      fc.constant(value),
      ours.map((more) => ({ desc: 'In words', ...omit(more, ['desc', 'description', 'name']), value })),
    ),
  );
const optional = fc.option(text, { nil: null });
const number = fc.oneof(fc.integer(), fc.integer().map(String));
const flag = fc.oneof(
  fc.boolean(),
  fc.constantFrom('true', 'false'),
  fc.boolean().map((value) => ({ value: String(value) })),
);

const note = fc.record(
  {
    note_text: optional,
    note_type: code(['CIRCULATION', 'OTHER']),
    popup_note: flag,
    user_viewable: flag,
    seen: anything,
  },
  { requiredKeys: [] },
);
const email = fc
  .tuple(ours, optional, flag)
  .map(([more, address, preferred]) => ({ ...omit(more, ['type']), type: 'work', address, preferred }));
const user = fc.record(
  {
    account_type: code(['INTERNAL', 'EXTERNAL']),
    status: code(['ACTIVE', 'INACTIVE']),
    user_group: code(['STAFF', 'STUDENT', 'GUEST']),
    first_name: fc.oneof(optional, number),
    last_name: fc.oneof(optional, number),
    expiry_date: fc.constantFrom('2026-12-15Z', '2026-12-15B', '2026-12-15', 1_797_292_800_000, null),
    user_note: fc.oneof(fc.array(note, { maxLength: 3 }), fc.constant(null)),
    user_block: fc.oneof(fc.array(ours, { maxLength: 2 }), ours),
    contact_info: anything,
    emails: fc.array(email, { maxLength: 2 }),
    user_statistic: anything,
    rs_library: anything,
  },
  { requiredKeys: ['account_type', 'status', 'user_group'] },
);

function omit(fields: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

let made = 0;

/** A user as it may be sent: what the service knows, and anything beside it. */
const sent = fc.tuple(ours, user).map(([more, fields]) => {
  made += 1;
  const rest = omit(more, ['block_type', 'block_description', 'block_status', 'block_note', 'expiry_date']);
  return asJson({ ...rest, ...fields, primary_id: `record.${made}` });
});

/** One edit of a user: by name, as the desk edits; or somewhere in what nobody has heard of. */
const edit = fc.oneof(
  text.map((last_name) => ({ last_name })),
  fc.constantFrom({ user_group: 'STAFF' }, { user_group: 'GUEST' }, { expiry_date: '2030-01-31' }),
  text.map((note_text) => ({ user_note: [{ note_text, popup_note: true }] })),
  anything.map((locker) => ({ locker: asJson(locker) })),
);

async function write(user_id: string, body: User): Promise<void> {
  // What was read is a whole user: its shape says that any field may be missing.
  await client.call('users.update', { path: { user_id }, body: body as NewUser });
}

const read = (user_id: string) => client.call('users.get', { path: { user_id } });

const own = ['locker', 'our_own'] as const;

/** Checks that the record stands in the service as `changed`, and that nothing of it moved but the field that was edited. */
async function standsAs(changed: User, came: User, field: string): Promise<void> {
  const now = await read(textOf(came.primary_id));
  expect(omit(now, [field])).toEqual(omit(came, [field]));
  if (field === 'user_note' || field === 'user_group') {
    // The service dates a new note and says who wrote it, and puts a new code into words.
    expect({ [field]: now[field] }).toMatchObject({ [field]: changed[field] });
  } else {
    expect(now[field]).toEqual(changed[field]);
  }
}

test('any user is kept as it was sent, whatever is in it', async () => {
  await fc.assert(
    fc.asyncProperty(sent, async (body) => {
      const created = await client.call('users.create', { body });
      expect(omit(created, ['user_note'])).toEqual(omit(body, ['user_note']));
      expect(await read(body.primary_id)).toEqual(created);
    }),
    { numRuns: 120 },
  );
}, 60_000);

test('any user, read, edited in one field and put back, is what came but for that field', async () => {
  await fc.assert(
    fc.asyncProperty(sent, edit, async (body, change) => {
      const user_id = body.primary_id;
      await client.call('users.create', { body });
      const came = await read(user_id);
      await write(user_id, came);
      expect(await read(user_id)).toEqual(came);

      const changed = edited(came, change, userForms);
      await write(user_id, changed);
      await standsAs(changed, came, Object.keys(change)[0] ?? '');
    }),
    { numRuns: 120 },
  );
}, 60_000);

test('any user, edited anywhere inside what nobody has heard of, is what came but for that place', async () => {
  const step = fc.oneof(unknownName, fc.nat({ max: 2 }));
  const place = fc.tuple(fc.constantFrom(...own), fc.array(step, { maxLength: 3 }));
  await fc.assert(
    fc.asyncProperty(sent, anything, place, anything, async (body, there, [field, rest], to) => {
      const user_id = body.primary_id;
      await client.call('users.create', { body: asJson({ ...body, [field]: there }) });
      const came = await read(user_id);
      const changed = patched(came, [field, ...rest], asJson(to));
      await write(user_id, changed);
      await standsAs(changed, came, field);
      await write(user_id, came);
      expect(await read(user_id)).toEqual(came);
    }),
    { numRuns: 120 },
  );
}, 60_000);

test('what comes in a form that the service refuses goes back in the one it takes', async () => {
  const body = { primary_id: 'wrapped', account_type: 'INTERNAL', status: 'ACTIVE', user_group: 'STAFF' };
  await client.call('users.create', { body: { ...body, user_note: [{ note_text: 'One' }] } });
  const came = await read('wrapped');
  // As an older release would send it.
  await write('wrapped', { ...came, user_note: { user_note: came.user_note } });
  expect(await read('wrapped')).toEqual(came);

  const type = { value: 'GENERAL', desc: 'General' };
  const file = { type, note: '', file_name: 'a.bin', content: 'AAEC/w==' };
  const path = { user_id: 'wrapped' };
  const attached = await client.call('users.attachments.create', { path, body: file });
  expect(attached.type).toBe('GENERAL');
  const place = { ...path, attachment_id: textOf(attached.id) };
  const query = { expand: 'content_no_encoding' } as const;
  const bytes = await client.call('users.attachments.get', { path: place, query });
  expect(Array.from(bytes)).toEqual([0, 1, 2, 255]);
  const inline = await client.call('users.attachments.get', { path: place, query: { expand: 'content' } });
  expect(inline).toEqual({ ...attached, content: file.content });
});
