import path from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../build/electron.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { contract } from '../../src/contract/index.ts';
import type { Reply } from '../../src/contract/define.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { openCarrel, type Carrel } from './app.ts';
import { Desk } from './desk.ts';
import { SettingsRoom } from './settings.ts';
import { answers, selfSigned, strangeService } from './strange-services.ts';

// One program for all of it: none of these leaves anything behind, which is the point.
test.describe.configure({ mode: 'default' });

let carrel: Carrel;
test.beforeAll(async () => {
  // As a machine may be on which somebody made an old program work.
  carrel = await openCarrel({ env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
});
test.afterAll(() => carrel[Symbol.asyncDispose]());

/** Runs a script in the page, as a page's own that got in there would. */
const inPage = <T>(script: string): Promise<T> => carrel.page.evaluate<T>(script);

/** The page is ours, and works. */
async function expectAtWork(): Promise<void> {
  await expect(carrel.page.getByRole('combobox', { name: m.app_scan_label() })).toBeVisible();
  await expect(carrel.page.getByRole('region', { name: m.app_bar(), exact: true })).toBeVisible();
  expect(await carrel.ask('station.get', {})).toMatchObject({ ok: true });
  expect(carrel.app.windows()).toHaveLength(1);
}

test(
  'the sandbox is on for every window, but for root, who is told so on the command line',
  { tag: '@smoke:sandbox' },
  async () => {
    const hasSandbox = await carrel.app.evaluate(({ app }) => app.commandLine.hasSwitch('enable-sandbox'));
    expect(hasSandbox).toBe(process.getuid?.() !== 0);
  },
);

test(
  'a page has nothing of Node or Electron, but the bridge with its three functions',
  { tag: '@smoke:page' },
  async () => {
    const found = await inPage<Record<string, string>>(`Object.fromEntries(
    ['require', 'process', 'module', 'exports', 'global', 'Buffer', 'ipcRenderer', 'electron', '__dirname', 'setImmediate']
      .map((name) => [name, typeof globalThis[name]]))`);
    expect(new Set(Object.values(found))).toEqual(new Set(['undefined']));

    const bridge = await inPage<object>(`({
    keys: Reflect.ownKeys(carrel).map(String).sort(),
    kinds: [...new Set(Object.values(carrel).map((one) => typeof one))],
    frozen: Object.isFrozen(carrel),
    ours: Object.getOwnPropertyDescriptor(globalThis, 'carrel').writable,
  })`);
    expect(bridge).toMatchObject({
      keys: ['abort', 'call', 'onProgress'],
      kinds: ['function'],
      frozen: true,
    });
    await inPage(`{ try { carrel.call = () => 'mine'; } catch {} try { carrel.more = 1; } catch {} }`);
    expect(await inPage('Reflect.ownKeys(carrel).length')).toBe(3);
    expect(await carrel.ask('station.get', {})).toMatchObject({ ok: true });
  },
);

test('what the page changes in its own world does not reach the preload’s', async () => {
  await inPage(`{
    globalThis.kept = [Array.prototype.push, Promise.prototype.then, Function.prototype.call];
    globalThis.caught = [];
    const spy = (of, name) => { const was = of[name]; of[name] = function (...all) {
      for (const one of [this, ...all]) if (one && (one.ipcRenderer || one.invoke || one.senderId !== undefined)) globalThis.caught.push(name);
      return was.apply(this, all); }; };
    spy(Array.prototype, 'push'); spy(Promise.prototype, 'then'); spy(Function.prototype, 'call');
  }`);
  try {
    expect(await carrel.ask('station.get', {})).toMatchObject({ ok: true });
    expect(await inPage('globalThis.caught')).toEqual([]);
  } finally {
    await inPage(`[Array.prototype.push, Promise.prototype.then, Function.prototype.call] = globalThis.kept`);
  }
});

test.describe('app://', () => {
  for (const [path, status] of [
    ['/../package.json', 404],
    ['/../../package.json', 404],
    ['/%2e%2e/%2e%2e/package.json', 404],
    ['/..%2f..%2fpackage.json', 400],
    ['/assets/..%2F..%2F..%2Fpackage.json', 400],
    ['/..%5c..%5cpackage.json', 400],
    ['/%252e%252e/package.json', 404],
    ['/main/index.js', 404],
    ['/../main/index.js', 404],
    ['/..%2fmain%2findex.js', 400],
    ['/etc/passwd', 404],
    ['/%2fetc/passwd', 400],
    ['/C:/Windows/win.ini', 400],
    ['/.git/config', 400],
    ['/index.html%00.js', 400],
    ['/%E0%A4%A', 400],
    ['/assets', 404],
    ['/assets/', 400],
  ] as const) {
    test(`${path} is answered ${status}, with nothing`, async () => {
      const [got, body] = await inPage<[number, string]>(
        `fetch(${JSON.stringify(path)}).then(async (answer) => [answer.status, await answer.text()])`,
      );
      expect([got, body]).toEqual([status, '']);
    });
  }

  test('a slash that is written otherwise divides nothing', async () => {
    const statuses = await inPage(`Promise.all(['/', '%2f', '%5c'].map((slash) => {
      const { pathname } = new URL(document.querySelector('script[src]').src);
      return fetch(pathname.replace(/(?!^)\\//, () => slash)).then(({ status }) => status);
    }))`);
    expect(statuses).toEqual([200, 400, 400]);
  });

  test('its pages come with the strict policy, as headers', { tag: '@smoke:page' }, async () => {
    const headers = await inPage<Record<string, string>>(
      `fetch('/index.html').then((answer) => Object.fromEntries(answer.headers))`,
    );
    const policy = headers['content-security-policy'] ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "base-uri 'none'",
      ]),
    );
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    expect(await inPage(`document.querySelectorAll('meta[http-equiv]').length`)).toBe(0);
  });

  test('is read only', async () => {
    const statuses = await inPage(
      `Promise.all(['POST', 'PUT', 'DELETE'].map((method) => fetch('/index.html', { method }).then(({ status }) => status)))`,
    );
    expect(statuses).toEqual([405, 405, 405]);
  });
});

/** Does something that the policy forbids; answers which lines of the policy it met, and whether it had effect. */
const violate = (script: string): Promise<{ met: string[]; effect: unknown }> =>
  inPage(`new Promise((resolve) => {
    const met = [];
    globalThis.effect = undefined;
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => met.push(effectiveDirective));
    // Not in this very call: what a debugger runs may do what a page may not.
    setTimeout(() => { try { ${script} } catch {} });
    const end = performance.now() + 5000;
    const look = () => {
      if (met.length === 0 && performance.now() < end) return setTimeout(look, 20);
      setTimeout(() => resolve({ met: [...new Set(met)], effect: globalThis.effect }), 100);
    };
    look();
  })`);

const element = (tag: string, properties: string): string =>
  `document.body.append(Object.assign(document.createElement('${tag}'), ${properties}));`;

for (const [name, script, directive] of [
  ['an inline script', element('script', `{ textContent: 'globalThis.effect = 1' }`), 'script-src-elem'],
  [
    'an inline handler',
    `${element('button', `{ id: 'trap' }`)} trap.setAttribute('onclick', 'globalThis.effect = 1'); trap.click(); trap.remove();`,
    'script-src-attr',
  ],
  ['eval', `(0, eval)('globalThis.effect = 1');`, 'script-src'],
  ['a function made of text', `new Function('globalThis.effect = 1')();`, 'script-src'],
  ['a style element', element('style', `{ textContent: 'body { opacity: 0.5 }' }`), 'style-src-elem'],
  [
    'a style attribute',
    `document.body.insertAdjacentHTML('beforeend', '<i id=styled style="color: red"></i>'); styled.remove();`,
    'style-src-attr',
  ],
  ['a frame', element('iframe', `{ src: 'https://example.com/' }`), 'frame-src'],
  ['an object', element('object', `{ data: '/index.html', type: 'text/html' }`), 'object-src'],
  [
    'another base',
    `document.head.append(Object.assign(document.createElement('base'), { href: 'https://example.com/' }));`,
    'base-uri',
  ],
  [
    'a script of data',
    element('script', `{ src: 'data:text/javascript,globalThis.effect = 1' }`),
    'script-src-elem',
  ],
  ['a worker', `new Worker('data:text/javascript,1');`, 'worker-src'],
] as const) {
  test(`the policy forbids ${name}`, async () => {
    const { met: match, effect } = await violate(script);
    expect(match).toEqual([directive]);
    expect(effect).toBeUndefined();
    expect(await inPage('getComputedStyle(document.body).opacity')).toBe('1');
    await expectAtWork();
  });
}

test('nothing is asked of the network, not even of this machine', async () => {
  await using elsewhere = await strangeService(answers('text/javascript', 'globalThis.effect = 1'));
  const { address } = elsewhere;
  const request = await violate(`
    const got = () => { globalThis.effect = 'got there'; };
    fetch('${address}/fetch').then(got, () => undefined);
    fetch('${address}/opaque', { mode: 'no-cors' }).then(got, () => undefined);
    navigator.sendBeacon('${address}/beacon', 'patron');
    new WebSocket('${address.replace('http', 'ws')}/socket').onopen = got;
    new EventSource('${address}/events').onopen = got;
    ${element('img', `{ src: '${address}/pixel.png', onload: got }`)}
    ${element('script', `{ src: '${address}/script.js' }`)}
    ${element('link', `{ rel: 'stylesheet', href: '${address}/style.css' }`)}
  `);
  expect(request.met.sort()).toEqual(['connect-src', 'img-src', 'script-src-elem', 'style-src-elem'].sort());
  expect(request.effect).toBeUndefined();
  expect(elsewhere.arrived).toEqual([]);
  await expectAtWork();
});

test('a form is sent nowhere', async () => {
  await using elsewhere = await strangeService(answers('text/html', '<h1>elsewhere</h1>'));
  const { met: match } = await violate(
    `${element('form', `{ id: 'away', action: '${elsewhere.address}/form', method: 'post' }`)} away.submit();`,
  );
  expect(match).toEqual(['form-action']);
  expect(elsewhere.arrived).toEqual([]);
  await carrel.page.reload();
  await expectAtWork();
});

/** Has the page leave for there, by itself and by a link; it stays where it is. */
async function expectToStay(page: Carrel['page'], url: string): Promise<void> {
  const here = await page.evaluate('location.href');
  const link = JSON.stringify({ href: url, textContent: 'away', id: 'away' });
  await page.evaluate(`location.href = ${JSON.stringify(url)}`);
  await page.evaluate(
    `{ document.body.append(Object.assign(document.createElement('a'), ${link})); away.click(); away.remove(); }`,
  );
  expect(await page.evaluate('location.href')).toBe(here);
  await expect(page.getByRole('combobox', { name: m.app_scan_label() })).toBeVisible();
}

test('a page goes nowhere else', async () => {
  await using elsewhere = await strangeService(answers('text/html', '<h1>elsewhere</h1>'));
  for (const url of [elsewhere.address, 'data:text/html,elsewhere', 'https://example.com/']) {
    await expectToStay(carrel.page, url);
    await expectAtWork();
  }
  expect(elsewhere.arrived).toEqual([]);
});

test('a page does not go to another host of the scheme either', async () => {
  // A program of its own: where Chromium does not know the scheme, it asks about it, and takes no keys meanwhile.
  await using other = await openCarrel();
  await expectToStay(other.page, 'app://elsewhere/index.html');
  expect(await other.ask('station.get', {})).toMatchObject({ ok: true });
});

test('a page opens no window, and sends nobody to a browser', async () => {
  await using elsewhere = await strangeService(answers('text/html', '<h1>elsewhere</h1>'));
  await carrel.app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = (url) => Promise.resolve(void opened.push(url));
  });
  for (const url of [
    elsewhere.address,
    'https://example.com/',
    'file:///etc/passwd',
    'mailto:a@example.com',
    '/index.html',
  ]) {
    expect(await inPage(`window.open(${JSON.stringify(url)})`)).toBeNull();
    const link = JSON.stringify({ href: url, target: '_blank', textContent: 'away', id: 'away' });
    await inPage(
      `{ document.body.append(Object.assign(document.createElement('a'), ${link})); away.click(); away.remove(); }`,
    );
  }
  await expectAtWork();
  expect(await carrel.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)).toEqual([]);
  expect(elsewhere.arrived).toEqual([]);
});

test('no permission is granted, and no device', async () => {
  const states = await inPage(`Promise.all(
    ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi', 'idle-detection', 'window-management']
      .map(async (name) => [name, (await navigator.permissions.query({ name })).state]))
    .then((all) => all.filter(([, state]) => state !== 'denied'))`);
  expect(states).toEqual([]);
  const tried = await inPage<Record<string, string>>(`(async () => {
    const tries = {
      geolocation: () => new Promise((done, failed) => navigator.geolocation.getCurrentPosition(done, failed)),
      notifications: async () => { if (await Notification.requestPermission() !== 'granted') throw new Error(); },
      media: () => navigator.mediaDevices.getUserMedia({ audio: true, video: true }),
      screen: () => navigator.mediaDevices.getDisplayMedia(),
      clipboard: () => navigator.clipboard.readText(),
      usb: () => navigator.usb.getDevices().then((all) => { if (all.length === 0) throw new Error(); }),
      hid: () => navigator.hid.getDevices().then((all) => { if (all.length === 0) throw new Error(); }),
      serial: () => navigator.serial.getPorts().then((all) => { if (all.length === 0) throw new Error(); }),
    };
    const outcomes = Object.entries(tries).map(async ([name, ask]) => {
      try { await ask(); return [name, 'granted']; } catch { return [name, 'refused']; }
    });
    return Object.fromEntries(await Promise.all(outcomes));
  })()`);
  expect(Object.entries(tried).filter(([, outcome]) => outcome !== 'refused')).toEqual([]);
  expect(await inPage(`'getWebContentsId' in document.createElement('webview')`)).toBe(false);
});

test('a certificate is not believed because the environment says so', { tag: '@smoke:network' }, async () => {
  await using strange = await selfSigned();
  const request = {
    address: strange.address,
    root: 'svcws',
    key: 'k',
    keep: 'thisRun',
    commit: true,
  } as const;
  expect(await carrel.ask('station.connect', request)).toMatchObject({
    ok: false,
    failure: { kind: 'unreachable', why: 'certificate' },
  });
  expect(strange.arrived).toEqual([]);
});

/** Asks main anything at all. */
const askAnything = (name: unknown, id: unknown, input: unknown): Promise<Reply<unknown>> =>
  carrel.page.evaluate(
    ([what, by, args]) =>
      (globalThis as unknown as { carrel: { call(...all: unknown[]): Promise<Reply<unknown>> } }).carrel.call(
        what,
        by,
        args,
      ),
    [name, id, input] as const,
  );

const refusal = (field?: string) => ({
  ok: false,
  failure: { kind: 'invalid', ...(field === undefined ? {} : { field }) },
});

test('main knows the calls of the contract, and no other name', async () => {
  for (const name of [
    'station.getKey',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'station',
    'station.get ',
    'STATION.GET',
    '',
    'x'.repeat(1_000_000),
    null,
    7,
    ['station.get'],
    { toString: 'station.get' },
  ]) {
    expect(await askAnything(name, crypto.randomUUID(), {})).toMatchObject(refusal('name'));
  }
  for (const id of ['', 'x'.repeat(101), null, 7, {}, ['a']]) {
    expect(await askAnything('station.get', id, {})).toMatchObject(refusal('id'));
  }
});

/** More than a call takes that is meant for long texts. */
const tooLong: Readonly<Partial<Record<string, number>>> = {
  // What came of renewing five thousand loans is copied whole.
  'station.copy': 2_000_001,
  // The template of a letter.
  'configuration.letters.check': 4_500_001,
  'configuration.letters.preview': 4_500_001,
  // A whole list of references may be pasted: that is said to be too long by the call itself.
  'lending.citation': 5_000_001,
};

test('every call’s input is judged before anything happens', async () => {
  for (const [name, { input }] of Object.entries(contract)) {
    const huge = 'x'.repeat(tooLong[name] ?? 100_000);
    const shape = (input as unknown as { shape?: Record<string, unknown> }).shape ?? {};
    const fields = Object.keys(shape);
    const wrong: unknown[] = [null, 'text', 7, true, [], [{}]];
    const takes = (field: string, value: unknown): boolean =>
      (shape[field] as { safeParse(v: unknown): { success: boolean } }).safeParse(value).success;
    const required = fields.filter((field) => !takes(field, undefined));
    if (required.length > 0) wrong.push({}, JSON.parse('{"__proto__": {"admin": true}}'));
    for (const each of [huge, 7e300, { toString: 'x' }, [[]], null]) {
      const filled = Object.fromEntries(fields.map((field) => [field, each]));
      // Null may be meant: no due date of one's own.
      const isMeant = each === null && fields.every((field) => takes(field, null));
      if (fields.length > 0 && !isMeant) wrong.push(filled);
    }
    for (const args of wrong) {
      const reply = await askAnything(name, crypto.randomUUID(), args);
      const what = `${name} ${JSON.stringify(args).slice(0, 60)}`;
      expect(reply, what).toMatchObject(refusal());
      expect(JSON.stringify(reply).length, what).toBeLessThan(2000);
    }
  }
  expect(await inPage('({}).admin')).toBeUndefined();
  expect(carrel.output()).not.toContain('"event":"defect"');
  await expectAtWork();
});

test('an abort of what is not there, or is no name, does nothing', async () => {
  await inPage(
    `for (const id of [undefined, null, 7, {}, 'nothing', '__proto__', 'x'.repeat(1e6)]) carrel.abort(id)`,
  );
  expect(await inPage(`typeof carrel.onProgress(() => undefined)`)).toBe('function');
  await expectAtWork();
  expect(carrel.output()).not.toContain('"event":"defect"');
});

test('after all that, the program still works, and had no fault of its own', async () => {
  const desk = new Desk(carrel.page);
  await desk.open(sampleCode('patronNothing'), 'Grace Okafor');
  await carrel.page.keyboard.press('F10');
  const settings = new SettingsRoom(carrel.page);
  await settings.go();
  await expect(settings.banner).toBeVisible();
  expect(carrel.output()).not.toContain('"event":"defect"');
});

test('main hears only the windows of the program', async () => {
  const [stranger] = await Promise.all([
    carrel.app.waitForEvent('window'),
    carrel.app.evaluate(
      async ({ BrowserWindow }, preload) => {
        const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
        await window.loadURL('app://carrel/index.html');
      },
      path.join(root, 'out/preload/index.cjs'),
    ),
  ]);
  const statement = await stranger.evaluate(
    `carrel.call('station.get', 'from a stranger', {}).then(() => 'answered', (error) => error.message)`,
  );
  expect(statement).toMatch(/refused/);
  await carrel.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().at(-1)?.destroy());
  await expect.poll(() => carrel.app.windows().length).toBe(1);
  await expectAtWork();
});
