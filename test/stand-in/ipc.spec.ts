import { expect } from '@playwright/test';
import { seenBy, test } from './launch.ts';

test('values survive the way to main and back as the structured clone algorithm has it', async ({ page }) => {
  const result = await page.evaluate(async () => {
    const value = {
      ...{ nothing: undefined, none: null, date: new Date(5), map: new Map([[1, new Set(['a'])]]), big: 10n },
      ...{ bytes: new Uint8Array([1, 2, 250]), floats: new Float64Array([0.5]), buffer: new ArrayBuffer(3) },
      ...{
        error: new RangeError('too far'),
        notANumber: NaN,
        zero: -0,
        text: 'שלום 📚',
        expression: /a+/g,
        $: 'own key',
      },
    };
    const kinds = await fixture.invoke('describe', value);
    const back = (await fixture.invoke('echo', value)) as typeof value;
    const same = [
      ...[
        'nothing' in back,
        typeof back.nothing === 'undefined',
        Object.is(back.none, null),
        back.date.getTime() === 5,
      ],
      ...[back.map.get(1)?.has('a'), back.big === 10n, back.bytes[2] === 250, back.floats[0] === 0.5],
      ...[back.buffer.byteLength === 3, back.error instanceof Error && back.error.message === 'too far'],
      ...[Number.isNaN(back.notANumber), Object.is(back.zero, -0), back.text === value.text],
      ...[back.expression.source === 'a+', back.$ === 'own key'],
    ];
    return { kinds, same };
  });
  expect(result.kinds).toEqual({
    ...{ nothing: 'Undefined', none: 'Null', date: 'Date', map: 'Map', big: 'BigInt', bytes: 'Uint8Array' },
    ...{
      floats: 'Float64Array',
      buffer: 'ArrayBuffer',
      error: 'Error',
      notANumber: 'Number',
      zero: 'Number',
    },
    ...{ text: 'String', expression: 'RegExp', $: 'String' },
  });
  expect(result.same).toEqual(result.same.map(() => true));
});

const uncloneable = {
  'a function': 'fixture.invoke("echo", () => 1)',
  'a function inside': 'fixture.invoke("echo", { f() {} })',
  'a symbol': 'fixture.invoke("echo", Symbol("s"))',
  'a Proxy, as Svelte’s $state is': 'fixture.invoke("echo", new Proxy({ a: 1 }, {}))',
  'a Proxy of an array, inside': 'fixture.invoke("echo", { list: new Proxy([1], {}) })',
  'a Proxy beside a function': 'fixture.invoke("echo", { f() {}, list: new Proxy([1], {}) })',
  'a sent Proxy': 'fixture.send("tell", new Proxy({}, {}))',
};
test('what cannot be cloned does not leave the window', async ({ page }) => {
  for (const [what, code] of Object.entries(uncloneable)) {
    const attempt = page.evaluate(`Promise.resolve().then(() => ${code})`);
    await expect(attempt, what).rejects.toThrow('An object could not be cloned.');
  }
});

test('what main cannot clone does not reach the window', async ({ app, page }) => {
  await expect(page.evaluate(() => fixture.invoke('uncloneable'))).rejects.toThrow(
    "Error invoking remote method 'uncloneable': Error: An object could not be cloned.",
  );
  const sent = app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.send('told', new Proxy({}, {}));
  });
  await expect(sent).rejects.toThrow('An object could not be cloned.');
});

test('a handler’s error arrives with its name and words', async ({ page }) => {
  await expect(page.evaluate(() => fixture.invoke('fail'))).rejects.toThrow(
    "Error invoking remote method 'fail': TypeError: the handler’s own words",
  );
  await expect(page.evaluate(() => fixture.invoke('nobody'))).rejects.toThrow(
    "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
  );
});

test('messages go both ways, in order', async ({ app, page }) => {
  const heard = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const all: unknown[] = [];
        fixture.onTold((...args) => {
          all.push(args);
          if (all.length === 50) resolve(all);
        });
        for (let i = 0; i < 50; i++) fixture.send('tell', i, { at: new Date(i) });
      }),
  );
  const sent = Array.from({ length: 50 }, (_, i) => [i, { at: new Date(i) }]);
  expect(heard).toEqual(sent);
  expect((await seenBy(app)).messages).toEqual(sent);
});

test('main learns which frame, origin and window a call comes from', async ({ page }) => {
  expect(await page.evaluate(() => fixture.invoke('sender'))).toEqual({
    ...{ url: 'app://fixture/index.html', origin: 'app://fixture', isMainFrame: true, window: 1 },
  });
});
