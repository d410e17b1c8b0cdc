import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PrintedKind, type Slip, Slip as SlipShape } from '../../../src/contract/slips.ts';
import { Failed } from '../../../src/main/failure.ts';
import { slipHandlers } from '../../../src/main/slips/calls.ts';
import type { ChosenFile, PrintPlace } from '../../../src/main/ports.ts';
import { StoredSlips, slipView } from '../../../src/main/station/slip-settings.ts';
import type { StationView } from '../../../src/contract/station.ts';

const hold: Slip = {
  kind: 'hold',
  book: { title: 'Wolf Hall', barcode: '31234000001022' },
  reader: 'Ben-Ami, Rivka',
  place: 'Main Library',
};

let folder: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'carrel-slips-'));
});
afterEach(() => fs.rm(folder, { recursive: true }));

/** The slips' handlers over a station in memory, and a printer that keeps what it was given. */
function desk(start: Partial<StoredSlips> = {}) {
  let stored: StoredSlips = { ...StoredSlips.parse({}), ...start };
  const printed: string[] = [];
  const places: PrintPlace[] = [];
  let dialog: 'answered' | 'closed' = 'answered';
  const place = { mode: 'practice', library: { code: 'MAIN', label: 'Main Library' }, desk: null };
  const station = {
    view: () => place as object as StationView,
    get slips() {
      return stored;
    },
    changeSlips: (next: StoredSlips) => slipView((stored = next)),
  };
  const printer = {
    print: (page: string, { printer: choice, roll }: PrintPlace) => {
      printed.push(page);
      places.push({ printer: choice, roll });
      return Promise.resolve(dialog === 'answered');
    },
    list: () => Promise.resolve([]),
    pdf: (page: string) => Promise.resolve(Buffer.from(`%PDF- ${page.length}`)),
  };
  const files = {
    choose: vi.fn((): Promise<ChosenFile | null> => Promise.resolve(null)),
    folder: vi.fn((): Promise<string | null> => Promise.resolve(null)),
  };
  const clock = { now: () => new Date(2026, 10, 21, 14, 5, 9) };
  const handlers = slipHandlers({ station, printer, files, clock });
  const context = { signal: new AbortController().signal, report: () => undefined as never, window: 1 };
  const print = (slip: Slip) =>
    handlers['slips.print']({ slip: SlipShape.parse(slip), locale: 'en-GB' }, context);
  const test = (of: PrintedKind) => handlers['slips.test']({ of, locale: 'en-GB' }, context);
  return {
    ...{ handlers, context, printed, places, files, print, test },
    stored: () => stored,
    closeDialog: () => (dialog = 'closed'),
  };
}

const chosen = (content: Uint8Array): ChosenFile => ({
  name: 'logo.png',
  size: content.byteLength,
  read: () => Promise.resolve(content),
});

async function failureOf(request: Promise<unknown>): Promise<unknown> {
  try {
    await request;
  } catch (error) {
    if (error instanceof Failed) return error.failure;
    throw error;
  }
  return null;
}

test('a slip goes to the printer; what is shown of it beforehand is the same', async () => {
  const { print, printed, handlers, context } = desk();
  expect(await print(hold)).toEqual({ file: null });
  expect(printed).toHaveLength(1);
  const slip = SlipShape.parse(hold);
  const { html, css } = await handlers['slips.preview']({ slip, locale: 'en-GB' }, context);
  expect(printed[0]).toContain(html);
  expect(printed[0]).toContain(css);
});

test('each kind goes to its own printer, on its own roll; as wide as that is its page', async () => {
  const { print, test: testPage, printed, places, handlers, context } = desk();
  const star = { at: 'printer', name: 'Star_TSP' } as const;
  await handlers['slips.change'](
    { kinds: { hold: { printer: star, roll: 57.5 } }, pages: { at: 'system' } },
    context,
  );
  await print(hold);
  await print({ ...hold, kind: 'transit' });
  expect(places).toEqual([
    { printer: star, roll: 57.5 },
    { printer: { at: 'system' }, roll: null },
  ]);
  expect(printed[0]).toMatch(/body \{[^}]* max-inline-size: 57\.5mm;/);
  expect(printed[1]).not.toContain('max-inline-size: 57.5mm');

  // The same for a test page, with nobody's name on it.
  await testPage('hold');
  await testPage('pages');
  expect(places.slice(2)).toEqual([
    { printer: star, roll: 57.5 },
    { printer: { at: 'system' }, roll: null },
  ]);
  expect(printed[2]).toMatch(/Hold shelf[^]*Star_TSP[^]*On a roll of 57\.5 mm/);
  expect(printed[3]).toMatch(/Pages[^]*The system’s default printer/);
  expect(printed.slice(2).join('')).not.toMatch(/Rivka|Wolf Hall/);
});

test('where somebody closed the print dialog, that is said, and nothing else', async () => {
  const { print, test: testPage, closeDialog } = desk();
  closeDialog();
  expect(await print(hold)).toEqual({ file: null, stopped: true });
  expect(await testPage('hold')).toEqual({ file: null, stopped: true });
});

test('or into its folder, each in a file of its own, without a name in its name', async () => {
  const { print, printed } = desk({ to: 'pdf', folder });
  const file = path.join(folder, '2026-11-21 140509 hold.pdf');
  expect(await print(hold)).toEqual({ file });
  expect(await print(hold)).toEqual({ file: path.join(folder, '2026-11-21 140509 hold 2.pdf') });
  expect(await fs.readdir(folder)).toHaveLength(2);
  expect((await fs.readFile(file, 'latin1')).slice(0, 5)).toBe('%PDF-');
  expect(printed).toEqual([]);
});

test('a folder that is not there, or none at all, is said', async () => {
  expect(await failureOf(desk({ to: 'pdf' }).print(hold))).toMatchObject({
    kind: 'printer',
    why: 'noFolder',
  });
  const gone = path.join(folder, 'gone');
  expect(await failureOf(desk({ to: 'pdf', folder: gone }).print(hold))).toEqual({
    kind: 'printer',
    why: 'notSaved',
    detail: 'ENOENT',
  });
});

test('what is changed of the settings is changed, and nothing else', async () => {
  const { handlers, context, stored } = desk();
  const before = stored();
  const answer = await handlers['slips.change'](
    { names: 'short', kinds: { due: { when: 'ask' }, hold: { text: 'For {patron}' } } },
    context,
  );
  expect(stored()).toEqual({
    ...before,
    names: 'short',
    kinds: {
      ...before.kinds,
      due: { ...before.kinds.due, when: 'ask' },
      hold: { ...before.kinds.hold, text: 'For {patron}' },
    },
  });
  expect(answer).toEqual(slipView(stored()));
});

test('a folder is chosen, or the one before stays', async () => {
  const { handlers, context, files, stored } = desk({ folder: '/before' });
  await handlers['slips.chooseFolder']({}, context);
  expect(stored().folder).toBe('/before');
  files.folder.mockResolvedValueOnce(folder);
  expect(await handlers['slips.chooseFolder']({}, context)).toMatchObject({ folder });
});

test('a picture is one, and small; windows are told that there is one and not what it is', async () => {
  const { handlers, context, files, stored, print, printed } = desk();
  const png = Buffer.from('89504e470d0a1a0a00', 'hex');
  files.choose.mockResolvedValueOnce(chosen(png));
  expect(await handlers['slips.chooseLogo']({}, context)).toMatchObject({ logo: true });
  await print(hold);
  expect(printed[0]).toContain(`<img src="data:image/png;base64,${png.toString('base64')}"`);

  const bad = { kind: 'invalid', field: 'logo', reason: 'notAPicture' };
  files.choose.mockResolvedValueOnce(chosen(Buffer.from('<svg onload="alert(1)"/>')));
  expect(await failureOf(handlers['slips.chooseLogo']({}, context))).toMatchObject(bad);
  files.choose.mockResolvedValueOnce(chosen(Buffer.concat([png, Buffer.alloc(200_000)])));
  expect(await failureOf(handlers['slips.chooseLogo']({}, context))).toMatchObject(bad);
  expect(stored().logo).not.toBe('');
  expect(await handlers['slips.chooseLogo']({}, context)).toMatchObject({ logo: true });
  expect(await handlers['slips.removeLogo']({}, context)).toMatchObject({ logo: false });
});

test('settings of an earlier version, or with half of their fields, are no damage', () => {
  const whole = StoredSlips.parse({ kinds: { due: { when: 'never' } } });
  // As slips and pages were printed before there was a choice.
  expect(whole.kinds.due).toEqual({ when: 'never', text: '', printer: { at: 'system' }, roll: null });
  expect(whole.pages).toEqual({ at: 'ask' });
  expect(whole.kinds.hold.when).toBe('always');
});
