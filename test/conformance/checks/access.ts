import type { Operation } from '../../../src/service/endpoints.ts';
import { type Area, type Check, read, type Trial, write } from '../check.ts';
import { DOOR } from '../suite.ts';
import { operations, rowOf } from '../coverage.ts';
import { done, equal, holds, isText, listed, refused, statusOf } from '../expect.ts';
import { type Answer, p } from '../http.ts';
import { objects, text } from '../read.ts';

/** Fails unless a call without a right key was refused as such, and the key that was sent is not said again. */
function unauthorized(t: Trial, answer: Answer, sent: string): void {
  holds('status', answer.status >= 400 && answer.status < 500, '401', statusOf(answer));
  if (answer.status !== 401) t.differs('status without a right key', '401', String(answer.status));
  equal('the answer says the key again', answer.text.includes(sent), false);
}

/** Every operation on its own: one that forgot to ask for the key would be an open door. */
function needsKey(operation: Operation): Check {
  const { method, path, op, kind } = rowOf(operation);
  const make = kind === 'read' ? read : write;
  return make(
    operation,
    'Authentication, 1',
    'is refused without a key, with a wrong one and in another scheme',
    async (t) => {
      const there = path.replace(/\{[^}]+\}/g, 'conformance');
      const { key } = t.service.reach;
      const wrong = `wrong${t.world.run}`;
      for (const authorization of [null, '', `apikey ${wrong}`, `apikey ${key}x`, `Bearer ${key}`, key]) {
        const query = { op, q: operation.endsWith('.search') ? 'all~x' : undefined };
        unauthorized(t, await t.service.send(method, there, { authorization, query }), wrong);
      }
    },
  );
}

/** Every operation that takes a record: what cannot be one is refused before anything happens. */
function needsObject(operation: Operation): Check {
  const { method, path } = rowOf(operation);
  const there = path.replace(/\{[^}]+\}/g, 'conformance');
  return write(
    operation,
    'Errors, 2; Notes: How our server reads',
    'what is no object is refused, never a fault',
    async (t) => {
      for (const text of ['{', 'null', '[]', '"x"', '42', '<x', '\u0000', '{"__proto__":1,']) {
        refused(t, await t.service.send(method, there, { raw: { type: 'application/json', text } }));
      }
    },
  );
}

const takesRecord = (operation: Operation) => {
  const { method, op } = rowOf(operation);
  return method === 'PUT' || (method === 'POST' && op === undefined);
};

const http: Check[] = [
  read('conf.libraries.list', 'General conventions, 1', 'answers are JSON', async (t) => {
    listed(t, await t.service.get('/conf/libraries'), 'library');
  }),
  read(
    'users.get',
    'Errors, 1; Notes: Error',
    'a refusal has its code, its message and a tracking id, and no result',
    async (t) => {
      const one = await t.service.get(p`/users/${t.world.unique('nobody')}`);
      refused(t, one);
      const body = done({ ...t, differs: () => undefined }, { ...one, status: 200 });
      equal('errorsExist', String(body['errorsExist']), 'true');
      const [error] = objects(objects(body['errorList'])[0]?.['error']);
      holds('trackingId', isText(error?.['trackingId']), 'a text', 'none');
      holds('message', !text(error?.['errorMessage']).includes('   at '), 'words', 'a stack trace');
      const other = await t.service.get(p`/users/${t.world.unique('nobody')}`);
      const [second] = objects(objects(done(t, { ...other, status: 200 })['errorList'])[0]?.['error']);
      holds('two tracking ids', error?.['trackingId'] !== second?.['trackingId'], 'different', 'the same');
    },
  ),
  read('conf.general', 'Notes: Rate limits', 'an answer says how many calls are left today', async (t) => {
    const remaining = (await t.service.get('/conf/general')).headers.get('x-exl-api-remaining');
    if (!/^\d+$/.test(remaining ?? '')) t.differs('X-Exl-Api-Remaining', 'a number', 'none');
  }),
  write('users.list', 'Endpoints', 'a method that a path does not have is refused', async (t) => {
    for (const [method, path] of [
      ['DELETE', '/conf/general'],
      ['PUT', '/users'],
      ['PATCH', '/conf/libraries'],
    ] as const) {
      refused(t, await t.service.send(method, path, { json: {} }));
    }
  }),
  read('users.get', 'Endpoints', 'a path or a method that does not exist is refused', async (t) => {
    for (const path of ['/no/such/thing', '/users/x/y/z', '/conf']) {
      const { status } = await t.service.get(path);
      holds(`GET ${path}`, status >= 400 && status < 500, '404', String(status));
    }
  }),
  read(
    'users.get',
    'Notes: How our server reads',
    'a path that cannot be decoded, or holds a NUL, is refused',
    async (t) => {
      for (const path of ['/users/%zz', '/users/%00', '/users/a%00b']) {
        const answer = await t.service.get(path);
        holds(`GET ${path}`, answer.status === 400 || answer.status === 404, '400', statusOf(answer));
      }
    },
  ),
  write(
    'users.create',
    'Notes: How our server reads',
    'a body that is not JSON, or not an object, is refused',
    async (t) => {
      for (const text of ['', '{', 'null', '[]', '"x"', '42', '<user/>', '{"primary_id":']) {
        refused(t, await t.service.send('POST', '/users', { raw: { type: 'application/json', text } }));
      }
    },
  ),
  write(
    'users.create',
    'Notes: How our server reads',
    'a body above 10 MiB is refused with 413',
    async (t) => {
      const record = t.world.record({ conformance_field: 'x'.repeat(10 * 1024 * 1024) });
      const answer = await t.service.post('/users', {}, record);
      if (answer.status === 200) t.world.register(answer);
      if (answer.status !== 413) t.differs('a body above 10 MiB', '413', String(answer.status));
    },
  ),
];

/** The door of the service: the key, the forms of requests and answers. */
export const access: Area = {
  title: DOOR,
  checks: [...operations.map(needsKey), ...operations.filter(takesRecord).map(needsObject), ...http],
};
