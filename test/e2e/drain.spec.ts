import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel } from './app.ts';
import { Desk } from './desk.ts';
import { expect, test } from './fixtures.ts';
import { press } from './keyboard.ts';
import { runProgram, startProgram } from './second-start.ts';

test.skip(process.platform === 'win32', 'an administrator’s folder is made by their system');

let machine: string;
let userData: string;
test.beforeEach(() => {
  machine = path.join(mkdtempSync(path.join(tmpdir(), 'carrel-machine-')), 'carrel');
  userData = mkdtempSync(path.join(tmpdir(), 'carrel-it-'));
});
test.afterEach(() => {
  rmSync(path.dirname(machine), { recursive: true, force: true });
  rmSync(userData, { recursive: true, force: true });
});

/** The installer's own start: as another user, so with another folder. */
const installer = () => ({ userData, env: { CARREL_MACHINE: machine } });

test('a desk in use is finished, takes nobody new, and is quiet for the installer', async () => {
  await using carrel = await openCarrel({ env: { CARREL_MACHINE: machine } });
  const { page } = carrel;
  const desk = new Desk(page);
  await desk.open(code('patronNothing'), 'Grace Okafor');
  const drain = await startProgram({ ...installer(), args: ['--drain', '--timeout', '120'] });
  const notice = page.getByRole('status').filter({ hasText: m.quiet_drain_what() });
  await expect(notice).toContainText(m.quiet_open_patron());
  await expectAccessible(page, 'a desk that an installer waits for');
  await expect.poll(drain.said).toContain(m.quiet_line_patron());
  expect(drain.said()).not.toContain('Okafor');

  // Who is at the desk is finished, also after somebody else's card, which is refused: no book of theirs is lent to them.
  await desk.scan(code('itemFree1'));
  await expect(desk.row('Lent', 'The Overstory')).toBeVisible();
  await desk.scan(code('patronGood'));
  await expect(desk.stage).toContainText(m.failures_invalid_draining());
  await expect(desk.heading).not.toHaveText('Rivka Ben-Ami');
  await expectAccessible(page, 'a card that is refused while an installer waits');
  await desk.open(code('patronNothing'), 'Grace Okafor');

  await press(page, 'F10');
  await expect(notice).toContainText(m.quiet_drain_ready());
  expect(await drain.ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(m.quiet_drain_done({ count: 1, shown: '1' })),
  });
  // The installer works now: the desk stays as it is, and says until when.
  await expect(notice).toContainText(/at the latest until/);
  await desk.scan(code('patronGood'));
  await expect(desk.stage).toContainText(m.failures_invalid_draining());
  // Closed by the installer, it waits for no desk that is gone.
  await carrel.close();
  expect(readdirSync(path.join(machine, 'desks'))).toEqual([]);
});

test('a desk that stays in use is left alone again, and nobody is named', async () => {
  await using carrel = await openCarrel({ env: { CARREL_MACHINE: machine } });
  const { page } = carrel;
  const desk = new Desk(page);
  await desk.open(code('patronNothing'), 'Grace Okafor');
  const drain = await runProgram({ ...installer(), args: ['--drain', '--timeout', '12'] });
  expect(drain.code).toBe(75);
  expect(drain.stderr).toContain(m.quiet_drain_busy());
  expect(drain.stderr).toContain(m.quiet_line_patron());
  expect(drain.stdout + drain.stderr).not.toMatch(/Okafor|21234/);
  await expect(page.getByText(m.quiet_drain_what())).toHaveCount(0);
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
});

test('two installers: neither takes back what the other asks; one that is killed is waited for no longer than it lives', async () => {
  await using carrel = await openCarrel({ env: { CARREL_MACHINE: machine } });
  const { page } = carrel;
  const desk = new Desk(page);
  await desk.open(code('patronNothing'), 'Grace Okafor');
  const notice = page.getByText(m.quiet_drain_what());
  const killed = await startProgram({ ...installer(), args: ['--drain', '--timeout', '600'] });
  await expect(notice).toBeVisible();
  const short = await runProgram({ ...installer(), args: ['--drain', '--timeout', '10'] });
  expect(short.code).toBe(75);
  const stopped = await startProgram({ ...installer(), args: ['--drain', '--timeout', '600'] });
  await expect.poll(stopped.said).toContain(m.quiet_line_patron());
  stopped.kill('SIGTERM');
  expect(await stopped.ended).toMatchObject({
    code: 75,
    stderr: expect.stringContaining(m.quiet_drain_stopped()),
  });
  await expect(notice).toBeVisible();
  killed.kill('SIGKILL');
  expect((await killed.ended).code).toBeNull();
  await expect(notice).toHaveCount(0, { timeout: 60_000 });
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
});

test('a request that others could have written is none', async () => {
  mkdirSync(machine, { mode: 0o755 });
  await using carrel = await openCarrel({ env: { CARREL_MACHINE: machine } });
  const desk = new Desk(carrel.page);
  chmodSync(machine, 0o777);
  const drain = await runProgram({ ...installer(), args: ['--drain', '--timeout', '30'] });
  expect(drain).toMatchObject({ code: 77, stderr: expect.stringContaining(machine) });
  expect(readdirSync(machine).filter((name) => name.startsWith('drain'))).toEqual([]);
  // Written past the command.
  const id = crypto.randomUUID();
  const request = {
    schema: 'carrel-drain/1',
    id,
    version: '1',
    phase: 'waiting',
    beat: 1,
    at: new Date().toISOString(),
  };
  writeFileSync(path.join(machine, `drain-${id}.json`), JSON.stringify(request));
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  // It has looked there meanwhile: the folder for the desks is there, and it has its file in it.
  await expect
    .poll(() => existsSync(path.join(machine, 'desks')) && readdirSync(path.join(machine, 'desks')).length)
    .toBe(1);
  await expect(carrel.page.getByText(m.quiet_drain_what())).toHaveCount(0);
  await desk.open(code('patronNothing'), 'Grace Okafor');
});
