import { execFile } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Outward, type OutwardOptions } from '../../src/client/proxy/outward.ts';
import type { Login } from '../../src/client/proxy/tunnel.ts';
import { authority, startProxy, type Certificate, type ProxyRules, type TestProxy } from './proxy.ts';
import { clientOf, closedPort, failing, json, key, listening, stub, type Stub } from './stub.ts';

const fee = { path: { user_id: 'rivka', fee_id: '7' }, query: { amount: '1', reason: 'X' } } as const;
const patron = { path: { user_id: 'rivka' } } as const;
const found = { primary_id: 'rivka' };

/** A library over https, whose certificate the tests' own authority vouches for. */
const library = (name: Certificate = 'library'): Promise<Stub> =>
  stub((response) => json(response, found), { secure: name });

async function proxy(rules: ProxyRules & { certificate?: Certificate } = {}): Promise<TestProxy> {
  const started = await startProxy(rules);
  onTestFinished(() => started[Symbol.asyncDispose]());
  return started;
}

/** A route by which nobody is reached. */
const closed = async (): Promise<string> => (await closedPort()).replace('http://', 'PROXY ');

/** The way outward of a station: what its system says, whom it knows the password of, and what it is told of them. */
function outward(route: string | (() => Promise<string>), options: Partial<OutwardOptions> = {}) {
  const requests: string[] = [];
  const reports: string[] = [];
  const known = new Map<string, Login>();
  const way = new Outward({
    proxyFor: (url) => {
      requests.push(url);
      return typeof route === 'string' ? Promise.resolve(route) : route();
    },
    logins: {
      find: (name) => Promise.resolve(known.get(name) ?? null),
      report: (name, state) => void reports.push(`${name} ${state}`),
    },
    prepare: () => setDefaultCACertificates([...getCACertificates('bundled'), authority()]),
    ...options,
  });
  return { way, fetch: way.fetch, requests, report: reports, known };
}

const limits = { reach: 200, answer: 200 };

describe('through a proxy', () => {
  test.each(['PROXY', 'HTTPS'])(
    '%s: the service answers, and the proxy reads neither key nor patron',
    async (kind) => {
      const service = await library();
      const between = await proxy(kind === 'HTTPS' ? { certificate: 'library' } : {});
      const { fetch } = outward(between.route);
      const client = clientOf(service.address, { fetch });
      expect(await client.call('users.get', patron)).toEqual(found);
      await client.call('users.fees.waive', fee).catch(() => undefined);
      expect(service.arrived[0]?.headers.authorization).toBe(`apikey ${key}`);
      expect(service.arrived[0]?.headers['proxy-authorization']).toBeUndefined();
      const [, host] = service.address.split('//');
      expect(new Set(between.requests)).toEqual(new Set([`CONNECT ${host}`]));
      const seen = Buffer.concat(between.through).toString('latin1');
      expect(seen.length).toBeGreaterThan(500);
      expect(seen).not.toMatch(/apikey|l7xx|rivka|authorization/i);
    },
  );

  test('the service’s usual port is named to it', async () => {
    const between = await proxy({ instead: 403 });
    const { fetch } = outward(between.route);
    await failing(clientOf('https://library.test', { fetch }).call('users.get', patron));
    expect(between.requests).toEqual(['CONNECT library.test:443']);
  });

  test('a body arrives as it was sent', async () => {
    const service = await library();
    const between = await proxy();
    const { fetch } = outward(`${await closed()}; ${between.route}`);
    const body = { primary_id: 'rivka', last_name: 'Παπαδόπουλος' };
    await clientOf(service.address, { fetch }).open({ method: 'PUT', path: '/x', body, kind: 'command' });
    expect(service.arrived.map(({ method, body: sent }) => [method, JSON.parse(sent) as unknown])).toEqual([
      ['PUT', body],
    ]);
  });

  test('the system is asked for the service’s origin, never for a path, and not for each call', async () => {
    const service = await library();
    const { fetch, requests } = outward('DIRECT');
    const client = clientOf(service.address, { fetch });
    await client.call('users.get', patron);
    await client.call('users.get', patron);
    expect(requests).toEqual([`${service.address}/`]);
  });

  test('it is asked anew after a while, and a machine that moved takes the new way', async () => {
    const service = await library();
    const between = await proxy();
    let route = between.route;
    const { fetch, requests } = outward(() => Promise.resolve(route), { keptMs: 0 });
    const client = clientOf(service.address, { fetch });
    await client.call('users.get', patron);
    route = 'DIRECT';
    await client.call('users.get', patron);
    expect(requests).toHaveLength(2);
    expect(between.requests).toHaveLength(1);
    expect(service.arrived).toHaveLength(2);
  });

  test('it is asked anew after a failure: the next try takes the new way', async () => {
    const service = await library();
    const routes = [await closed(), 'DIRECT'];
    const { fetch } = outward(() => Promise.resolve(routes.shift() ?? 'DIRECT'));
    expect(await clientOf(service.address, { fetch }).call('users.get', patron)).toEqual(found);
    expect(service.arrived).toHaveLength(1);
  });

  test('a system that says nothing in time, or fails, is taken to have no proxy', async () => {
    const service = await library();
    const silent = outward(() => new Promise<string>(() => undefined), { waitMs: 20 });
    const failed = outward(() => Promise.reject(new Error('no PAC file')));
    for (const { fetch } of [silent, failed])
      expect(await clientOf(service.address, { fetch }).call('users.get', patron)).toEqual(found);
  });

  test('plain http is this very machine: never through a proxy, whatever the system says', async () => {
    const service = await stub((response) => json(response, found));
    const between = await proxy();
    const { fetch, requests } = outward(between.route);
    expect(await clientOf(service.address, { fetch }).call('users.get', patron)).toEqual(found);
    expect([requests, between.requests]).toEqual([[], []]);
  });

  test('a redirect to another host is not followed through a proxy either', async () => {
    const stranger = await library();
    const service = await stub(
      (response) => json(response, {}, 302, { location: `${stranger.address}/svcws/v1/users/rivka` }),
      {
        secure: 'library',
      },
    );
    const between = await proxy();
    const { fetch } = outward(between.route);
    expect(await failing(clientOf(service.address, { fetch }).call('users.get', patron))).toMatchObject({
      found: 'redirect',
    });
    expect(stranger.arrived).toEqual([]);
    expect(between.requests).toHaveLength(1);
  });
});

describe('several ways', () => {
  test('the next is tried where nobody was reached by the one before', async () => {
    const service = await library();
    const between = await proxy();
    const { fetch } = outward(
      `PROXY no-such-proxy.invalid:3128; ${await closed()}; SOCKS5 127.0.0.1:1; ${between.route}`,
    );
    const client = clientOf(service.address, { fetch });
    expect(await client.call('users.fees.waive', fee).catch((error: unknown) => error)).not.toMatchObject({
      why: 'proxy-unreachable',
    });
    expect(service.arrived).toHaveLength(1);
    expect(client.pauses).toEqual([]);
  });

  test.each([
    ['says no', { instead: 403 }],
    ['hangs up', { instead: 'drop' }],
    ['wants a password', { login: 'desk:secret' }],
  ] as const)(
    'a proxy that %s is the institution’s own word: no way round it is tried',
    async (_name, rules) => {
      const service = await library();
      const [first, second] = [await proxy(rules), await proxy()];
      const { fetch } = outward(`${first.route}; ${second.route}; DIRECT`);
      await failing(clientOf(service.address, { fetch }).call('users.get', patron));
      expect([second.requests, service.arrived]).toEqual([[], []]);
    },
  );

  test('where none leads there, the first says why', async () => {
    const { fetch } = outward(`${await closed()}; DIRECT`);
    const address = (await closedPort()).replace('http', 'https');
    expect(await failing(clientOf(address, { fetch }).call('users.get', patron))).toMatchObject({
      why: 'proxy-unreachable',
    });
  });
});

describe('a proxy that does not let a call through', () => {
  const cases: readonly [name: string, route: () => Promise<string>, expected: object][] = [
    ['is not listening', closed, { why: 'proxy-unreachable' }],
    [
      'does not exist',
      () => Promise.resolve('PROXY no-such-proxy.invalid:3128'),
      { why: 'proxy-not-found', detail: 'no-such-proxy.invalid:3128' },
    ],
    [
      'says no',
      async () => (await proxy({ instead: 403 })).route,
      { why: 'proxy-refused', detail: expect.stringMatching(/^127\.0\.0\.1:\d+ 403$/) as string },
    ],
    [
      'cannot reach the service',
      async () => (await proxy({ instead: 502 })).route,
      { why: 'proxy-refused', detail: expect.stringMatching(/ 502$/) as string },
    ],
    ['hangs up', async () => (await proxy({ instead: 'drop' })).route, { why: 'proxy-refused' }],
    ['says nothing', async () => (await proxy({ instead: 'silent' })).route, { why: 'proxy-refused' }],
    ['is no HTTP proxy', async () => `PROXY 127.0.0.1:${await garbage()}`, { why: 'proxy-refused' }],
    ['wants a login', async () => (await proxy({ login: 'desk:secret' })).route, { why: 'proxy-login' }],
    [
      'wants a sign-in that is not spoken here',
      async () => (await proxy({ login: 'x:y', scheme: 'Negotiate, NTLM' })).route,
      { why: 'proxy-login-kind', detail: expect.stringMatching(/ Negotiate NTLM$/) as string },
    ],
    [
      'has a certificate that is over',
      async () => (await proxy({ certificate: 'expired' })).route,
      { why: 'proxy-certificate', detail: expect.stringMatching(/ CERT_HAS_EXPIRED$/) as string },
    ],
    [
      'is of another kind',
      () => Promise.resolve('SOCKS5 127.0.0.1:1'),
      { why: 'proxy-kind', detail: 'SOCKS5' },
    ],
  ];

  test.each(cases)('%s: the command has not left, and is told so', async (_name, route, expected) => {
    const service = await library();
    const { fetch } = outward(await route(), { limits });
    const error = await failing(clientOf(service.address, { fetch }).call('users.fees.waive', fee));
    expect(error).toMatchObject({ name: 'UnreachableError', ...expected });
    expect(service.arrived).toEqual([]);
    expect(String(error)).not.toContain(key);
  });

  test('breaks off after the command has left: nobody knows, and it is sent once', async () => {
    const between = await proxy();
    const service = await stub(() => between.cut(), { secure: 'library' });
    const { fetch } = outward(between.route);
    const error = await failing(clientOf(service.address, { fetch }).call('users.fees.waive', fee));
    expect(error).toMatchObject({ name: 'UnknownOutcomeError', why: 'lost' });
    expect(service.arrived).toHaveLength(1);
  });

  test('breaks off before the service has shown its certificate: the command has not left', async () => {
    const between = await proxy();
    const port = await mute(() => between.cut());
    const { fetch } = outward(between.route);
    const error = await failing(
      clientOf(`https://127.0.0.1:${port}`, { fetch }).call('users.fees.waive', fee),
    );
    expect(error).toMatchObject({ name: 'UnreachableError', why: 'tls' });
  });

  test('leads to a service that ends the handshake with an alert: the command has not left', async () => {
    const between = await proxy();
    const port = await mute((socket) => void socket.write(Buffer.from('15030300020250', 'hex')));
    const { fetch } = outward(between.route);
    const error = await failing(
      clientOf(`https://127.0.0.1:${port}`, { fetch }).call('users.fees.waive', fee),
    );
    expect(error).toMatchObject({ name: 'UnreachableError', why: 'tls' });
  });

  test('a page of its own in place of the service’s answer leaves a command unclear', async () => {
    const between = await proxy();
    const service = await stub((response) => response.writeHead(502).end('<h1>Bad gateway</h1>'), {
      secure: 'library',
    });
    const { fetch } = outward(between.route);
    const error = await failing(clientOf(service.address, { fetch }).call('users.fees.waive', fee));
    expect(error).toMatchObject({ name: 'UnknownOutcomeError', why: 'server-error', status: 502 });
  });
});

describe('certificates', () => {
  const cases = [
    ['expired', 'CERT_HAS_EXPIRED'],
    ['another-name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const;
  test.each(['DIRECT', 'PROXY'])(
    '%s: of the system’s authority is trusted; one that does not hold is told which way',
    async (kind) => {
      const { fetch } = outward(kind === 'DIRECT' ? kind : (await proxy()).route);
      expect(await clientOf((await library()).address, { fetch }).call('users.get', patron)).toEqual(found);
      for (const [name, detail] of cases) {
        const service = await library(name);
        const error = await failing(clientOf(service.address, { fetch }).call('users.get', patron));
        expect(error).toMatchObject({ why: 'certificate', detail });
        expect(service.arrived).toEqual([]);
      }
      const unknown = await stub((response) => json(response, found), { secure: 'self-signed' });
      const error = await failing(clientOf(unknown.address, { fetch }).call('users.get', patron));
      expect(error).toMatchObject({ why: 'certificate', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    },
  );
});

describe('a proxy with a password', () => {
  const login: Login = { user: 'desk', password: 'søkret:1' };
  const taken = `${login.user}:${login.password}`;

  test('is given it when it asks, once; from then on at once', async () => {
    const service = await library();
    const between = await proxy({ login: taken });
    const { fetch, known, report } = outward(between.route);
    known.set(between.name, login);
    const client = clientOf(service.address, { fetch });
    expect(await client.call('users.get', patron)).toEqual(found);
    expect(between.logins).toEqual(['', taken]);
    between.cut();
    await client.call('users.get', patron);
    expect(between.logins).toEqual(['', taken, taken]);
    expect(report).toEqual([`${between.name} accepted`]);
  });

  test('gets its own, and no other proxy and not the service any', async () => {
    const service = await library();
    const [mine, other] = [await proxy({ login: taken }), await proxy({ login: 'x:y' })];
    const routes = [mine.route, other.route];
    const { fetch, known, report } = outward(() => Promise.resolve(routes.shift() ?? ''), { keptMs: 0 });
    known.set(mine.name, login);
    const client = clientOf(service.address, { fetch });
    await client.call('users.get', patron);
    expect(await failing(client.call('users.get', patron))).toMatchObject({
      why: 'proxy-login',
      detail: other.name,
    });
    expect(other.logins).toEqual(['']);
    expect(report.at(-1)).toBe(`${other.name} wanted`);
    expect(JSON.stringify(service.arrived)).not.toMatch(/proxy-authorization|basic/i);
  });

  test('that does not take it is not sent it again, and ten calls at once send it once', async () => {
    const service = await library();
    const between = await proxy({ login: taken });
    const { way, fetch, known, report } = outward(between.route);
    known.set(between.name, { user: 'desk', password: 'wrong' });
    const client = clientOf(service.address, { fetch });
    const errors = await Promise.all(
      Array.from({ length: 10 }, () => failing(client.call('users.get', patron))),
    );
    for (const error of errors)
      expect(error).toMatchObject({ why: 'proxy-login-refused', detail: between.name });
    expect(between.logins.filter((sent) => sent !== '')).toEqual(['desk:wrong']);
    expect(report.at(-1)).toBe(`${between.name} refused`);
    expect(JSON.stringify(errors)).not.toContain('wrong');

    known.set(between.name, login);
    way.loginChanged(between.name);
    expect(await client.call('users.get', patron)).toEqual(found);
    expect(report.at(-1)).toBe(`${between.name} accepted`);
  });

  test('whose password was changed asks for it again', async () => {
    const service = await library();
    const between = await proxy({ login: taken });
    const { fetch, known, report } = outward(between.route);
    known.set(between.name, login);
    const client = clientOf(service.address, { fetch });
    await client.call('users.get', patron);
    between.rules.login = 'desk:another';
    between.cut();
    expect(await failing(client.call('users.fees.waive', fee))).toMatchObject({
      name: 'UnreachableError',
      why: 'proxy-login-refused',
    });
    expect(report.at(-1)).toBe(`${between.name} refused`);
    expect(service.arrived).toHaveLength(1);
  });
});

/** Listens, and answers with something that is not HTTP. */
async function garbage(): Promise<number> {
  const server = createServer((socket) =>
    socket.on('error', () => undefined).end('220 mail.example ready\r\n'),
  );
  onTestFinished(() => void server.close());
  return listening(server);
}

/** Listens, and says nothing by itself when it hears the first bytes. */
async function mute(heard: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) =>
    socket.on('error', () => undefined).once('data', () => heard(socket)),
  );
  onTestFinished(() => void server.close());
  return listening(server);
}

describe('what is given up while nobody answers', () => {
  const silence = (): void => undefined;
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;

  test.each([
    ['on this machine', async () => ({ service: await stub(silence), route: 'DIRECT' })],
    ['straight', async () => ({ service: await stub(silence, { secure: 'library' }), route: 'DIRECT' })],
    [
      'through a proxy',
      async () => ({ service: await stub(silence, { secure: 'library' }), route: (await proxy()).route }),
    ],
  ])('ends at once, however much memory was tidied up meanwhile: %s', async (_, prepare) => {
    const { service, route } = await prepare();
    const { fetch } = outward(route);
    const controller = new AbortController();
    const calling = clientOf(service.address, { fetch }).call('users.get', patron, {
      signal: controller.signal,
    });
    const ended = failing(calling);
    await expect.poll(() => service.arrived.length).toBe(1);
    for (let times = 0; times < 3; times += 1) {
      collectGarbage();
      await new Promise(setImmediate); // what the collection frees is told in a turn of its own
    }
    controller.abort();
    expect(await ended).toMatchObject({ kind: 'cancelled' });
  });
});

test('what is for this machine never goes to a proxy that the environment names for Node', async () => {
  const service = await stub((response) => json(response, found));
  const inSource = (file: string): string => JSON.stringify(new URL(`../../src/${file}`, import.meta.url));
  const program = `
    import { Outward } from ${inSource('client/proxy/outward.ts')};
    import { Clients } from ${inSource('main/station/clients.ts')};
    const place = { address: ${JSON.stringify(service.address)}, key: 'a-key' };
    const { fetch } = new Outward({});
    const clients = new Clients({ watch: (client) => client, answered() {}, reset() {} }, fetch);
    const practice = clients.practice(async () => place);
    const institution = clients.trial({ address: place.address, root: 'svcws' }, place.key);
    for (const client of [practice, institution]) await client.call('users.get', ${JSON.stringify(patron)});`;
  const proxy = await closedPort();
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: {
      ...process.env,
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      NO_PROXY: '',
      no_proxy: '',
    },
  });
  expect(service.arrived).toHaveLength(2);
});
