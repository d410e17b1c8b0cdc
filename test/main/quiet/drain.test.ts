import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { BusyReason } from '../../../src/contract/quiet.ts';
import { posixTrust } from '../../../src/main/policy/trust.ts';
import {
  type DrainRequest,
  HeardRequests,
  readRequests,
  writeRequest,
} from '../../../src/main/quiet/drain-request.ts';
import { prepareOnWindows } from '../../../src/main/quiet/drain.ts';
import { DrainWatch } from '../../../src/main/quiet/drain-watch.ts';
import { desksFolder, OwnDesk, readDesks } from '../../../src/main/quiet/running-desks.ts';
import { quietLog } from '../support/ports.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

let folder: string;
beforeEach(() => {
  const above = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-drain-'));
  folder = path.join(above, 'carrel');
  fs.mkdirSync(folder, { mode: 0o755 });
  fs.mkdirSync(desksFolder(folder));
  fs.chmodSync(desksFolder(folder), 0o1777);
  onTestFinished(() => fs.rmSync(above, { recursive: true }));
});

const trust = () => posixTrust({ owners: [process.getuid?.() ?? 0], top: path.dirname(folder) });
const request = (more: Partial<DrainRequest> = {}): DrainRequest => ({
  ...{ schema: 'carrel-drain/1', id: randomUUID(), version: '1.0.0', phase: 'waiting', beat: 0 },
  at: new Date().toISOString(),
  ...more,
});
const fileOf = ({ id }: DrainRequest): string => path.join(folder, `drain-${id}.json`);

describe.skipIf(process.platform === 'win32')('a request', () => {
  test('is read where only an administrator could have written it', () => {
    const asked = request();
    writeRequest(folder, asked);
    expect(readRequests(folder, trust())).toEqual([asked]);
  });

  test.each([
    ['anybody may write', (file: string) => fs.chmodSync(file, 0o666)],
    [
      'is another name’s',
      (file: string) => fs.renameSync(file, path.join(folder, `drain-${randomUUID()}.json`)),
    ],
    ['is none', (file: string) => fs.writeFileSync(file, '<html>')],
    ['is empty', (file: string) => fs.writeFileSync(file, '')],
    ['is huge', (file: string) => fs.writeFileSync(file, ' '.repeat(10_000_000))],
    ['is half', (file: string) => fs.writeFileSync(file, '{"schema": "carrel-drain/1"')],
    [
      'is of a later kind',
      (file: string) => fs.writeFileSync(file, JSON.stringify({ ...request(), schema: 'carrel-drain/2' })),
    ],
    [
      'is a folder',
      (file: string) => {
        fs.rmSync(file);
        fs.mkdirSync(file);
      },
    ],
    [
      'is a link to a user’s file',
      (file: string) => {
        const theirs = path.join(desksFolder(folder), 'theirs');
        fs.renameSync(file, theirs);
        fs.symlinkSync(theirs, file);
      },
    ],
    ['is in a folder that anybody may write', () => fs.chmodSync(folder, 0o777)],
  ])('that %s is not heeded', (_, spoil) => {
    const asked = request();
    writeRequest(folder, asked);
    spoil(fileOf(asked));
    expect(readRequests(folder, trust())).toEqual([]);
  });

  test('where no installer has ever asked', () => {
    expect(readRequests('/nonexistent', trust())).toEqual([]);
  });
});

describe('a request that was left behind', () => {
  const heard = (clock: VirtualClock) => new HeardRequests(clock, '1.0.0');

  test('counts while it is heard of, and half a minute more', async () => {
    const clock = new VirtualClock();
    const requests = heard(clock);
    const asked = request({ at: clock.now().toISOString() });
    for (let beat = 0; beat < 5; beat++) {
      expect(requests.counting([{ ...asked, beat }])).toHaveLength(1);
      await clock.pass(20_000);
    }
    expect(requests.counting([{ ...asked, beat: 4 }])).toHaveLength(1);
    await clock.pass(11_000);
    expect(requests.counting([{ ...asked, beat: 4 }])).toEqual([]);
  });

  test('a clock that is set changes nothing of that', async () => {
    const clock = new VirtualClock();
    const requests = heard(clock);
    const asked = request({ at: clock.now().toISOString() });
    requests.counting([asked]);
    clock.ahead = 86_400_000;
    expect(requests.counting([asked])).toHaveLength(1);
    await clock.pass(31_000);
    clock.ahead = 0;
    expect(requests.counting([asked])).toEqual([]);
  });

  test('of yesterday it is not heeded at all, until it is heard of', () => {
    const clock = new VirtualClock();
    const requests = heard(clock);
    const old = request({ at: new Date(clock.now().getTime() - 86_400_000).toISOString() });
    expect(requests.counting([old])).toEqual([]);
    expect(requests.counting([old])).toEqual([]);
    // The clock of who asks is wrong, but it lives.
    expect(requests.counting([{ ...old, beat: 1 }])).toHaveLength(1);
  });

  test('takes the place of none that is made now', () => {
    const clock = new VirtualClock();
    const old = () => request({ at: new Date(clock.now().getTime() - 86_400_000).toISOString() });
    for (let nth = 0; nth < 30; nth++)
      writeRequest(folder, { ...old(), id: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}` });
    const asked = request({ at: clock.now().toISOString() });
    writeRequest(folder, asked);
    expect(heard(clock).counting(readRequests(folder, () => null))).toEqual([asked]);
  });

  test('once all are quiet it holds for ten minutes, but not the version that was installed', async () => {
    const clock = new VirtualClock();
    const quiet = request({ phase: 'quiet', at: clock.now().toISOString() });
    const [same, installed] = [heard(clock), new HeardRequests(clock, '1.1.0')];
    expect(same.counting([quiet])).toHaveLength(1);
    expect(installed.counting([quiet])).toEqual([]);
    expect(installed.counting([request({ at: clock.now().toISOString() })])).toHaveLength(1);
    await clock.pass(599_000);
    expect(same.counting([quiet])).toHaveLength(1);
    await clock.pass(2000);
    expect(same.counting([quiet])).toEqual([]);
  });
});

describe('the programs that run', () => {
  test('are known by a file of their own, which goes with them', () => {
    const own = new OwnDesk(folder);
    own.tell(null);
    expect(readDesks(folder)).toMatchObject([{ pid: process.pid, answer: null }]);
    own.tell({ requests: [], quiet: true, reasons: [] });
    expect(readDesks(folder)).toMatchObject([{ answer: { quiet: true } }]);
    own.remove();
    expect(readDesks(folder)).toEqual([]);
  });

  test('writes through no link that another user has put beside its file', () => {
    const theirs = path.join(folder, 'thesis.txt');
    fs.writeFileSync(theirs, 'my thesis');
    const own = new OwnDesk(folder);
    own.tell(null);
    const [name] = fs.readdirSync(desksFolder(folder));
    fs.symlinkSync(theirs, path.join(desksFolder(folder), `${name}.part`));
    own.tell({ requests: [], quiet: true, reasons: [] });
    expect(fs.readFileSync(theirs, 'utf8')).toBe('my thesis');
    expect(readDesks(folder)).toMatchObject([{ answer: { quiet: true } }]);
  });

  test('are not hidden by files that somebody puts before theirs', () => {
    const own = new OwnDesk(folder);
    own.tell({ requests: [], quiet: false, reasons: ['patron'] });
    for (let nth = 0; nth < 600; nth++)
      fs.writeFileSync(path.join(desksFolder(folder), `0-${randomUUID()}.json`), 'x');
    expect(readDesks(folder)).toMatchObject([{ answer: { reasons: ['patron'] } }]);
  });

  test('one that was killed, or whose number another process has, is in nobody’s way, and its file goes', () => {
    const write = (pid: number, began: string): void =>
      fs.writeFileSync(
        path.join(desksFolder(folder), `${pid}-${randomUUID()}.json`),
        JSON.stringify({ schema: 'carrel-desk/1', pid, began, answer: null }),
      );
    write(2 ** 30, '');
    if (process.platform === 'linux') write(process.pid, '1');
    expect(readDesks(folder)).toEqual([]);
    expect(fs.readdirSync(desksFolder(folder))).toEqual([]);
  });

  test('what is no such file is not read, and says nothing of anybody', () => {
    const file = (name: string) => path.join(desksFolder(folder), name);
    const desk = { schema: 'carrel-desk/1', pid: process.pid, began: '', answer: null };
    const answer = { requests: [], quiet: false, reasons: ['Grace Okafor'] };
    fs.writeFileSync(file(`${process.pid}-${randomUUID()}.json`), JSON.stringify({ ...desk, answer }));
    fs.writeFileSync(file(`${process.pid}-${randomUUID()}.json`), '{');
    fs.writeFileSync(
      file(`${process.pid}-${randomUUID()}.json`),
      JSON.stringify({ ...desk, more: ' '.repeat(5000) }),
    );
    fs.symlinkSync('/etc/passwd', file(`${process.pid}-${randomUUID()}.json`));
    fs.writeFileSync(file('notes.txt'), '');
    expect(readDesks(folder)).toEqual([]);
  });

  test('where no installer has made the folder, and where it cannot be written, nothing fails', () => {
    new OwnDesk('/nonexistent').tell(null);
    fs.rmSync(desksFolder(folder), { recursive: true });
    fs.writeFileSync(desksFolder(folder), '');
    const own = new OwnDesk(folder);
    own.tell(null);
    own.remove();
  });
});

test('a running program hears a request, answers what is in use, and goes on when it is taken back', async () => {
  const clock = new VirtualClock();
  const closing = new AbortController();
  const now: { reasons: BusyReason[] } = { reasons: ['patron'] };
  const view = () => ({ ...now, unsettled: { unclear: 1, unfinished: 0 }, idleMs: 0 });
  const watch = new DrainWatch({
    ...{ machineFolder: folder, clock, log: quietLog(), version: '1.0.0', closing: closing.signal },
    trust: () => null,
    quiet: {
      get now() {
        return view();
      },
      ask: () => Promise.resolve(),
    },
  });
  const running = watch.start();
  const asked = request({ at: clock.now().toISOString() });
  writeRequest(folder, asked);
  await clock.pass(3000);
  expect(watch.isDraining).toBe(true);
  expect(watch.until).toBeNull();
  expect(readDesks(folder)).toMatchObject([
    { answer: { requests: [asked.id], quiet: false, reasons: ['patron'] } },
  ]);
  now.reasons = [];
  await clock.pass(3000);
  // What is unclear is in the journal, and keeps no installer waiting.
  expect(readDesks(folder)).toMatchObject([{ answer: { quiet: true, reasons: [] } }]);
  fs.rmSync(fileOf(asked));
  await clock.pass(3000);
  expect(watch.isDraining).toBe(false);
  expect(readDesks(folder)).toMatchObject([{ answer: null }]);
  closing.abort();
  await running;
  expect(readDesks(folder)).toEqual([]);
});

describe('on Windows', () => {
  const groups = (level: number) => `"Mandatory Label","Label","S-1-16-${level}","Enabled group"\r\n`;
  const above = () => path.join(folder, 'ProgramData');

  test('an ordinary user’s drain makes no folder, which would be theirs', () => {
    const place = path.join(above(), 'Carrel');
    expect(() => prepareOnWindows(place, () => groups(8192))).toThrow(
      expect.objectContaining({ code: 'EPERM' }),
    );
    expect(fs.existsSync(above())).toBe(false);
  });

  test.each([12_288, 16_384])(
    'an administrator’s takes each folder over before it closes it (%i)',
    (level) => {
      const place = path.join(above(), 'Carrel');
      const ran: string[][] = [];
      prepareOnWindows(place, (program, ...args) => {
        ran.push([program, ...args]);
        return program === 'whoami.exe' ? groups(level) : '';
      });
      const desks = desksFolder(place);
      expect(fs.existsSync(desks)).toBe(true);
      expect(ran.map(([program, ...args]) => [program, args.find((arg) => arg.includes('Carrel'))])).toEqual([
        ['whoami.exe', undefined],
        ...[place, desks].flatMap((one) => [
          ['takeown.exe', one],
          ['icacls.exe', one],
          ['icacls.exe', one],
        ]),
      ]);
      expect(ran.filter((args) => args.includes('/reset'))).toHaveLength(2);
      expect(ran.filter((args) => args.includes('*S-1-5-32-545:(WD)')).map(([, one]) => one)).toEqual([
        desks,
      ]);
    },
  );

  test.skipIf(process.platform === 'win32')('a link that somebody has put there is not taken over', () => {
    fs.symlinkSync(os.tmpdir(), above());
    const run = (program: string) => (program === 'whoami.exe' ? groups(12_288) : '');
    expect(() => prepareOnWindows(above(), run)).toThrow(expect.objectContaining({ code: 'ELOOP' }));
  });
});
