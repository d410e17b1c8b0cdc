import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BrokenService, breakService, type Passing } from './broken.ts';
import { areas } from './checks/index.ts';
import { operations } from './coverage.ts';
import { Service } from './http.ts';
import { sampleCodes } from './options.ts';
import { ownLibrary, type Target } from './own.ts';
import { without } from './read.ts';
import { exitCodeOf, summaryOf } from './report.ts';
import { type Report, runSuite } from './suite.ts';
import { World } from './world.ts';

vi.setConfig({ testTimeout: 60_000 });

let library: Target;
let broken: BrokenService | undefined;

beforeAll(async () => {
  library = await ownLibrary();
});
afterAll(async () => {
  await broken?.close();
  await library.close();
});

type Spoil = (passing: Passing) => void;

/** Runs some areas against our own service behind a defect. */
async function runBroken(
  titles: readonly string[],
  spoil: Spoil,
  request: { readOnly?: boolean; strict?: boolean } = {},
) {
  await broken?.close();
  broken = await breakService(library.url, spoil);
  const { readOnly = false, strict = false } = request;
  const service = new Service({ baseUrl: broken.url, key: library.key, readOnly, gapMs: 0 });
  const world = new World(service, sampleCodes, {
    items: [],
    pols: ['POL-1001', 'POL-1002', 'POL-1003', 'POL-1004'],
  });
  const chosen = areas.filter(({ title }) => titles.includes(title));
  expect(chosen).toHaveLength(titles.length);
  return runSuite(world, chosen, { strict, whole: false });
}

const failures = ({ outcomes }: Report) =>
  outcomes.filter(({ result }) => result === 'failed').map(({ check }) => check.name);

/** Changes the JSON of answers to calls that fit. */
function changing(method: string, path: RegExp, change: (body: Record<string, unknown>) => unknown): Spoil {
  return (passing) => {
    if (passing.method !== method || !path.test(passing.path) || passing.status !== 200) return;
    passing.body = JSON.stringify(change(JSON.parse(passing.body) as Record<string, unknown>));
  };
}

const nothing: Spoil = () => undefined;

test('every operation of the table is named by a check, and every check has a name of its own', () => {
  const named = new Set(
    areas
      .flatMap(({ checks }) => checks.filter(({ rule }) => rule !== 'Authentication, 1'))
      .flatMap((check) => check.operations),
  );
  expect(operations.filter((name) => !named.has(name))).toEqual([]);
  for (const { title, checks } of areas) {
    const names = checks.map(({ name, operations: about }) => `${about.join()} ${name}`);
    expect(new Set(names).size, title).toBe(names.length);
    for (const { rule, name } of checks) expect(`${rule} ${name}`).toMatch(/^\S.* \S/);
  }
});

test('behind nothing but a pass, our own service has no failure and no difference', async () => {
  const report = await runBroken(['User fees', 'Notes'], nothing, { strict: true });
  expect(failures(report)).toEqual([]);
  expect(report.leftBehind).toEqual([]);
  expect(exitCodeOf(report)).toBe(0);
});

interface Defect {
  readonly what: string;
  readonly area: string;
  readonly spoil: Spoil;
  readonly fails: string;
}

const defects: Defect[] = [
  {
    what: 'a list without its count',
    area: 'User fees',
    spoil: changing('GET', /\/fees$/, (list) => without(list, 'total_record_count')),
    fails: 'a list holds fees in an envelope, each readable by its id',
  },
  {
    what: 'a count that is wrong',
    area: 'Users: lists',
    spoil: changing('GET', /^\/users$/, (list) => ({ ...list, total_record_count: Math.random() })),
    fails: 'total_record_count is the same for every page',
  },
  {
    what: 'a fault',
    area: 'Users',
    spoil: (passing) => {
      if (passing.path.endsWith('/personal-data'))
        Object.assign(passing, { status: 500, body: 'Internal Server Error' });
    },
    fails: 'the export is an object',
  },
  {
    what: 'an error without its code',
    area: 'User loans',
    spoil: (passing) => {
      if (passing.status === 400) passing.body = '{"message":"no"}';
    },
    fails: 'exactly one of item_barcode and item_pid must be given',
  },
  {
    what: 'an open door',
    area: 'Access',
    spoil: (passing) => {
      if (passing.path === '/conf/general') Object.assign(passing, { status: 200, body: '{}' });
    },
    fails: 'is refused without a key, with a wrong one and in another scheme',
  },
  {
    what: 'a payment that does not count',
    area: 'User fees: payments',
    spoil: changing('GET', /\/fees\/\d+$/, (fee) => ({ ...fee, balance: fee['original_amount'] })),
    fails: 'a part paid leaves it active with a smaller balance, all paid closes it',
  },
  {
    what: 'a field that is lost on the way',
    area: 'Users',
    spoil: changing('POST', /^\/users$/, (user) => without(user, 'conformance_field')),
    fails: 'the created user comes back with what was sent, known fields and others',
  },
  {
    what: 'a redirect to another root',
    area: 'Items',
    spoil: ({ headers, status }) => {
      if (status === 302) headers.set('location', (headers.get('location') ?? '').replace('svcws', 'almaws'));
    },
    fails: 'a barcode answers 302 to the item',
  },
  {
    what: 'another code than the one named',
    area: 'User requests',
    spoil: (passing) => {
      passing.body = passing.body.replace('"401136"', '"401137"');
    },
    fails: 'a second request of the same patron for the same title is refused with 401136',
  },
];

test.each(defects)('$what fails the check it breaks', async ({ area, spoil, fails }) => {
  const report = await runBroken([area], spoil);
  expect(failures(report)).toContain(fails);
  expect(exitCodeOf(report)).toBe(1);
});

test('an operation that never answers as a success is not covered', async () => {
  const report = await runBroken(['Users'], (passing) => {
    if (passing.path.endsWith('/personal-data')) passing.status = 503;
  });
  expect(report.uncovered).toEqual(['users.personalData']);
  expect(summaryOf(report)).toMatch(/Operations that never answered as a success:\n {2}users.personalData/);
});

test('what callers bear is told apart from failures, and is a failure when strict', async () => {
  const tolerant: Spoil = (passing) => {
    if (passing.status === 404) passing.status = 400;
    if (passing.method === 'DELETE' && passing.status === 200)
      Object.assign(passing, { status: 204, body: '' });
  };
  const report = await runBroken(['Users: changes'], tolerant);
  expect(failures(report)).toEqual([]);
  const summary = summaryOf(report);
  expect(summary).toContain('What this service does differently from the description');
  expect(summary).toContain('users.delete: DELETE of a user: expected 200 with the user, got 204');
  expect(summary.split('\n').at(-1)).toMatch(
    /^operations \d+\/\d+ \(\+\d assumed\), checks \d+ passed, 0 failed$/,
  );
  const strict = await runBroken(['Users: changes'], tolerant, { strict: true });
  expect(failures(strict)).toContain('the deleted user is echoed, and is gone');
});

test('read-only, nothing but GET is sent, and what was left alone is named', async () => {
  const report = await runBroken(['Access', 'Users', 'User fees', 'User loans'], nothing, { readOnly: true });
  expect(new Set(broken?.calls.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(failures(report)).toEqual([]);
  expect(report.untouched).toContain('users.create');
  expect(summaryOf(report)).toMatch(
    /left alone, because they change something, or read what is in no list:\n(.*\n)* {2}users.create\n/,
  );
});

test('what a check made is gone when it ends', async () => {
  await runBroken(['User fees', 'User loans'], nothing);
  const { body } = await new Service({
    baseUrl: library.url,
    key: library.key,
    readOnly: true,
    gapMs: 0,
  }).get('/users', {
    q: 'primary_id~conformance',
  });
  expect(body).toMatchObject({ total_record_count: 0 });
});
