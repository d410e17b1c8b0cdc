import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { testEntry } from '../entry/build.ts';
import { adoptElectronHost, root } from '../../build/electron.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { Display } from '../display/display.ts';
import { fees } from '../demo/fees.ts';
import { keeping } from '../demo/keeping.ts';
import { lending } from '../demo/lending.ts';
import { loans } from '../demo/loans.ts';
import { patrons } from '../demo/patrons.ts';
import { receiving } from '../demo/receiving.ts';
import { requests } from '../demo/requests.ts';
import { returning } from '../demo/returning.ts';
import { Stage } from '../demo/stage.ts';
import { noKeychain, openCarrel, type Carrel, type LaunchOptions } from './app.ts';
import { Desk } from './desk.ts';
import { Paper } from './paper.ts';
import { practiceLibrary, withFaults } from './with-faults.ts';
import { SystemTypist } from './system-typist.ts';

test.skip(process.platform !== 'linux', 'the display is X’s, as Linux has it');

/** Keys of a browser that the program has no use for where nobody is at the desk: on either host they do nothing. */
const browsers = [
  ...['Control+t', 'Control+Shift+n', 'Control+Shift+t', 'Control+Shift+w', 'Control+F4', 'Control+Tab'],
  ...['F3', 'F5', 'Control+F5', 'Control+f', 'Control+g', 'Control+r', 'Control+Shift+r', 'Shift+F6', 'F12'],
  ...['Control+Shift+i', 'Control+Shift+j', 'Control+Shift+c', 'Control+s', 'Control+o', 'Control+j'],
  ...['Control+Shift+p', 'Control+Shift+o', 'Control+Shift+b', 'Control+Shift+Delete', 'Control+l'],
  ...[
    'Control+e',
    'Control+Shift+a',
    'Control+Shift+m',
    'Alt+d',
    'Alt+e',
    'Alt+f',
    'Alt+Home',
    'Alt+ArrowLeft',
  ],
  ...['Alt+ArrowRight', 'Alt+Shift+t', 'Alt+Shift+i', 'Shift+Escape', 'Shift+F10', 'Menu', 'F7'],
  ...['XF86Back', 'XF86HomePage', 'XF86Search', 'XF86Mail', 'XF86Explorer'],
];
/** The same, which Electron has in the program's own menu, or leaves to the system; the stand-in draws no menu. */
const menus = ['Control+n', 'Control+w', 'Control+p', 'F11', 'Control+0', 'Alt+F4'];

const longer = [lending, fees, requests, receiving, keeping];

/** The program's own window is the only one on the screen, and has the focus. */
async function expectAlone(display: Display, title: RegExp | string = /Carrel/): Promise<void> {
  const [window, ...others] = await display.windows();
  expect(others).toEqual([]);
  expect(window?.title).toMatch(title);
  expect(window?.id).toBe(await display.focused());
}

/** Opens the program on this display as a person has it, and lets the system type. */
async function openOn(
  display: Display,
  options: LaunchOptions = {},
): Promise<Carrel & { typist: SystemTypist }> {
  const env = { ...options.env, ...display.env, CARREL_STANDIN_HEADED: '1' };
  const carrel = await openCarrel({ ...options, env });
  const typist = await SystemTypist.at(carrel, display);
  await new Desk(carrel.page).box.waitFor();
  await expectAlone(display);
  return { ...carrel, typist };
}

test('opened as a person opens it, every scan lands, and nothing but the desk is ever shown', async () => {
  using display = await Display.open();
  const { kind, executable, env } = await adoptElectronHost();
  const userData = await mkdtemp(path.join(tmpdir(), 'carrel-display-'));
  const asRoot = kind === 'electron' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const program = spawn(executable, [await testEntry(), `--user-data-dir=${userData}`, ...asRoot], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...env,
      ...noKeychain,
      ...withFaults,
      ...display.env,
      CARREL_STANDIN_HEADLESS: '',
    },
  });
  try {
    const ready = new RegExp(m.app_scan_ready(), 'i');
    await expect(() => expectAlone(display, ready)).toPass({ timeout: 90_000 });
    const library = await practiceLibrary({ userData });
    const visits = [
      ['patronGood', 'itemFree1', 'itemHebrew', 'itemFree5'],
      ['patronNothing', 'itemFree2'],
      ['patronTenLoans', 'itemFree3'],
    ] as const;
    for (const [card, ...books] of visits) {
      const path = { user_id: code(card) };
      const lent = async (): Promise<unknown[]> => {
        const { items } = await library.call('users.loans.list', { path, query: { limit: 100 } });
        return items.map((loan) => loan.item_barcode);
      };
      await display.scan(code(card));
      for (const book of books) {
        await display.scan(code(book));
        await expect.poll(lent).toContain(code(book));
      }
      // Its slip is printed meanwhile.
      await display.press('F10');
    }
    await expectAlone(display, ready);
  } finally {
    program.kill();
    if (program.exitCode === null) await once(program, 'exit');
    await rm(userData, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('a slip is printed while the next card is scanned', { tag: '@smoke:again' }, async () => {
  using display = await Display.open();
  await using carrel = await openOn(display);
  const desk = new Desk(carrel.page);
  const paper = await Paper.beside(carrel.app);
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.scanned(code('itemFree1'), m.desk_scan_lent(), 'The Overstory');
  await carrel.typist.press('F10');
  await desk.open(code('patronNothing'), 'Grace Okafor');
  expect(await paper.next()).toEqual([expect.stringContaining('The Overstory')]);
  await expectAlone(display);
  await desk.scanned(code('itemFree2'), m.desk_scan_lent(), 'Invisible Cities');
  await carrel.typist.press('F10');
  expect(await paper.next()).toEqual([expect.stringContaining('Invisible Cities')]);
  await desk.open(code('patronTenLoans'), 'Michał Wiśniewski');
  await expectAlone(display);
});

test(
  'keys, the menu and the wheel of a browser show nothing of one; the program has its own',
  { tag: '@smoke:keys' },
  async () => {
    using display = await Display.open();
    const { kind } = await adoptElectronHost();
    await using carrel = await openOn(display);
    const { page, typist } = carrel;
    const desk = new Desk(page);
    for (const key of kind === 'stand-in' ? [...browsers, ...menus] : browsers) {
      await test.step(key, async () => {
        await typist.press(key);
        await expectAlone(display);
      });
    }
    await display.press('Alt_L');
    await display.click('right');
    await display.zoomByWheel();
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.scanned(code('itemFree1'), m.desk_scan_lent(), 'The Overstory');
    await expectAlone(display);
    expect(await page.evaluate('devicePixelRatio')).toBe(1);

    // Keys that a browser has too: here they are the desk's.
    await typist.press('Control+h');
    await expect(desk.dialog).toContainText(m.app_keys());
    await typist.press('Escape');
    await typist.press('Control+k');
    await desk.dialog.getByRole('combobox').waitFor();
    await typist.press('Escape');
    await typist.press('Control+u');
    await desk.row(m.desk_scan_undone(), 'The Overstory').waitFor();
    await typist.press('F10');
    await expect(desk.stageWord).toHaveText(m.desk_ended());
    await expectAlone(display);
  },
);

test('the focus goes round within the page', async () => {
  using display = await Display.open();
  // By its own entry, once: only here, on Linux and without a session bus, can that reach no developer's keychain.
  await using carrel = await openOn(display, { folder: root });
  const desk = new Desk(carrel.page);
  await expect(desk.box).toBeFocused();
  await carrel.typist.press('Tab');
  await expect(desk.box).not.toBeFocused();
  await desk.reach(desk.box);
  await desk.open(code('patronNothing'), 'Grace Okafor');
});

/** Each again as the demo plays it, with another hand at the keys: some each time, and all where there is time. */
const flows = [patrons, returning, loans, ...(process.env.CARREL_LONG === '1' ? longer : [])];

for (const flow of flows) {
  test(`the demo, typed by the system: ${flow.title}`, async () => {
    using display = await Display.open();
    const stage = new Stage(flow, {
      open: (options) => openOn(display, options),
      onStep: async ({ passed }, carrel) => {
        if (passed) await expectAlone(display);
        else await carrel?.page.screenshot({ path: test.info().outputPath('failed.png') });
      },
    });
    try {
      await flow.play(stage);
    } finally {
      await stage.close();
    }
  });
}
