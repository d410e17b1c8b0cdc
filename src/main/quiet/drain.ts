import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type BusyReason, busyReasons } from '../../contract/quiet.ts';
import { m } from '../../messages/compiled/messages.js';
import { type Command, type Program, UsageError } from '../command-line/command.ts';
import { exitCode, type ExitCode } from '../command-line/exit-code.ts';
import { type DrainRequest, inReach, removeRequest, writeRequest } from './drain-request.ts';
import { lookEveryMs } from './drain-watch.ts';
import { desksFolder, readDesks, type RunningDesk } from './running-desks.ts';

const usualTimeout = 600;
const longestTimeout = 86_400;
const beatEveryMs = 1000;
/** A program that runs and has no file yet makes one within this time, in milliseconds. */
const graceMs = 3 * lookEveryMs;

/**
 * `--drain`: asks the desks of all users of this computer to take nobody new, and waits until they are quiet. Ends with
 * 0, and the desks stay so while the installer works; or with 75, and they go on.
 */
export const drain: Command = async ({ options }, program) => {
  const timeoutMs = timeoutOf(options.timeout) * 1000;
  const { machineFolder, complain, trust } = program;
  const id = randomUUID();
  const request: DrainRequest = {
    ...{ schema: 'carrel-drain/1', id, version: program.version, phase: 'waiting', beat: 0 },
    at: program.clock.now().toISOString(),
  };
  try {
    if (process.platform === 'win32') prepareOnWindows(machineFolder);
    else prepare(machineFolder);
    writeRequest(machineFolder, request);
  } catch (error) {
    complain(m.command_line_trouble({ words: whyNotWritten(error, machineFolder) }));
    return exitCode.notAllowed;
  }
  let code: ExitCode = exitCode.busy;
  try {
    const open = inReach(machineFolder, id, trust);
    if (open !== null) {
      complain(m.command_line_trouble({ words: m.quiet_drain_open({ place: open }) }));
      return (code = exitCode.notAllowed);
    }
    code = await waitForDesks(program, request, timeoutMs);
    return code;
  } finally {
    // Also where it was stopped: the desks go on.
    if (code !== exitCode.done) removeRequest(machineFolder, id);
  }
};

function timeoutOf(text = String(usualTimeout)): number {
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > longestTimeout)
    throw new UsageError(m.quiet_drain_timeout({ most: longestTimeout }));
  return seconds;
}

function whyNotWritten(error: unknown, folder: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EACCES' || code === 'EPERM') return m.quiet_drain_not_allowed({ folder });
  return m.quiet_drain_not_written({ folder, code });
}

/** Built-in groups of Windows, by their ids: in another language they have other names. */
const [system, administrators, users, creator] = ['*S-1-5-18', '*S-1-5-32-544', '*S-1-5-32-545', '*S-1-3-0'];

/**
 * Makes the folder of the machine, which only an administrator may write, and in it that of the running desks, in which
 * each user may have files.
 */
function prepare(folder: string): void {
  const desks = desksFolder(folder);
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  fs.mkdirSync(desks, { recursive: true });
  // Sticky: each may remove only their own.
  if ((fs.statSync(desks).mode & 0o7777) !== 0o1777) fs.chmodSync(desks, 0o1777);
}

/** Runs a program of Windows, and returns its output. */
type RunOfWindows = (program: string, ...args: readonly string[]) => string;

const runOfWindows: RunOfWindows = (program, ...args) =>
  execFileSync(path.join(process.env.SystemRoot ?? String.raw`C:\Windows`, 'System32', program), args, {
    ...{ encoding: 'utf8', windowsHide: true, stdio: ['ignore', 'pipe', 'ignore'] },
  });

/** The levels of an administrator’s process that was raised, and of the system’s own: by their ids, in any language. */
const raised = /\bS-1-16-(?:12288|16384)\b/;

/**
 * The same on Windows, where every user may make folders there, and a folder is its maker’s. So an ordinary user’s drain
 * makes none, and one that is there already is taken over, with whatever rights somebody has given to it.
 */
export function prepareOnWindows(folder: string, run: RunOfWindows = runOfWindows): void {
  if (!raised.test(run('whoami.exe', '/groups', '/fo', 'csv')))
    throw Object.assign(new Error('not an administrator'), { code: 'EPERM' });
  const make = (place: string, ...rights: readonly string[]): void => {
    fs.mkdirSync(place, { recursive: true });
    if (fs.lstatSync(place).isSymbolicLink()) throw Object.assign(new Error('a link'), { code: 'ELOOP' });
    run('takeown.exe', '/f', place, '/a');
    run('icacls.exe', place, '/reset', '/q');
    const own = [`${system}:(OI)(CI)F`, `${administrators}:(OI)(CI)F`, `${users}:(OI)(CI)RX`];
    run('icacls.exe', place, '/inheritance:r', '/grant:r', ...own, ...rights, '/q');
  };
  make(folder);
  make(desksFolder(folder), `${users}:(WD)`, `${creator}:(OI)(CI)(IO)F`);
}

async function waitForDesks(program: Program, request: DrainRequest, timeoutMs: number): Promise<ExitCode> {
  const { clock, machineFolder, say, signal, complain } = program;
  const began = clock.monotonic();
  let said = '';
  let stillBusy: readonly RunningDesk[];
  for (let beat = 1; ; beat++) {
    const passed = clock.monotonic() - began;
    const desks = readDesks(machineFolder);
    stillBusy = desks.filter(
      ({ answer }) => !(answer?.quiet === true && answer.requests.includes(request.id)),
    );
    if (stillBusy.length === 0 && passed >= graceMs) {
      writeRequest(machineFolder, { ...request, phase: 'quiet', beat, at: clock.now().toISOString() });
      say(
        desks.length === 0
          ? m.quiet_drain_none()
          : m.quiet_drain_done({ count: desks.length, shown: String(desks.length) }),
      );
      return exitCode.done;
    }
    if (passed >= timeoutMs || signal.aborted) break;
    const words = stillBusy.map((desk) => wordsOf(desk, request)).join('\n');
    if (words !== said && passed >= graceMs) say(words);
    if (passed >= graceMs) said = words;
    writeRequest(machineFolder, { ...request, beat, at: clock.now().toISOString() });
    await clock.sleep(Math.min(beatEveryMs, timeoutMs - passed + 1), signal).catch(() => undefined);
  }
  complain(signal.aborted ? m.quiet_drain_stopped() : m.quiet_drain_busy());
  for (const desk of stillBusy) complain(wordsOf(desk, request));
  return exitCode.busy;
}

/** What a desk waits for, in words. The process is named, so that IT finds it; nothing names a patron. */
function wordsOf({ pid, answer }: RunningDesk, { id }: DrainRequest): string {
  const reasons = answer?.requests.includes(id) === true ? answer.reasons : (['noAnswer'] as const);
  const words = busyReasons.filter((reason) => reasons.some((one) => one === reason)).map(reasonText);
  return m.quiet_drain_desk({ pid: String(pid), reasons: words.join(', ') });
}

const texts: Readonly<Record<BusyReason, () => string>> = {
  patron: () => m.quiet_line_patron(),
  dialog: () => m.quiet_line_dialog(),
  typed: () => m.quiet_line_typed(),
  underWay: () => m.quiet_line_under_way(),
  trolley: () => m.quiet_line_trolley(),
  scans: () => m.quiet_line_scans(),
  printing: () => m.quiet_line_printing(),
  commands: () => m.quiet_line_commands(),
  journal: () => m.quiet_line_journal(),
  noAnswer: () => m.quiet_line_no_answer(),
};

const reasonText = (reason: BusyReason): string => texts[reason]();
