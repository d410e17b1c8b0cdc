import path from 'node:path';
import type { App } from 'electron';
import { systemClock } from '../clock.ts';
import { answerAsked, type Answers, askRunning, type Handed, readHanded } from '../command-line/asking.ts';
import { exitCode } from '../command-line/exit-code.ts';
import { isHostSwitch } from '../command-line/host-switches.ts';
import { fileIn } from '../command-line/opened-file.ts';
import { ownArguments, readRequest, type Request } from '../command-line/parse.ts';
import { runCommand } from '../command-line/run.ts';
import { commandTable } from '../command-line/table.ts';
import { openPolicy } from '../policy/open.ts';
import { namedService } from '../policy/settings.ts';
import type { PolicySystem } from '../policy/source.ts';
import type { Trust } from '../policy/trust.ts';
import { openLog } from '../log.ts';
import type { Keychain, Log } from '../ports.ts';

type Host = Pick<
  App,
  | 'exit'
  | 'getPath'
  | 'getVersion'
  | 'isPackaged'
  | 'requestSingleInstanceLock'
  | 'on'
  | 'relaunch'
  | 'whenReady'
>;

interface StartOptions {
  readonly app: Host;
  readonly keychain: Keychain;
  readonly machineFolder: string;
  readonly trust: Trust;
  readonly policies: () => PolicySystem;
}

type Open = Extract<Request, { kind: 'open' }>;

/**
 * Reads what this start was asked for. Null: not to open the desk here. It is then a command, which runs and ends the
 * process without a window; or another program of this user runs, which has been handed the link.
 */
export function startsDesk(options: StartOptions): Open | null {
  const { app } = options;
  const request = readRequest(ownArguments(process.argv, app.isPackaged), commandTable);
  if (request.kind !== 'open') {
    void runAlone(request, options);
    return null;
  }
  const file = request.file === undefined ? null : fileIn(request.file);
  const wanted = { ...request, ...(file !== null && { file: path.resolve(file) }) };
  if (app.requestSingleInstanceLock({ ...wanted } satisfies Handed)) return wanted;
  app.exit(exitCode.done);
  return null;
}

/** Runs a command in this process, and ends it with the command's code. */
async function runAlone(request: Exclude<Request, Open>, options: StartOptions): Promise<void> {
  const { app, keychain, machineFolder, trust, policies } = options;
  const openForOthers = opensAfterwards(app);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  // Electron ends its program at these signals with 0, which says to an installer that all is quiet.
  app.on('before-quit', (event) => {
    event.preventDefault();
    stop.abort();
  });
  // Whoever reads may be gone.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const folder = app.getPath('userData');
  const clock = systemClock;
  const log = openLog(path.join(folder, 'logs'), clock, { write: () => undefined });
  const code = await runCommand(request, commandTable, {
    ...{ clock, log, keychain, machineFolder, trust, folder },
    version: app.getVersion(),
    say: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    input: process.stdin,
    async policyService() {
      const system = policies();
      await system.prepare?.();
      return namedService(openPolicy(folder, clock, log, system));
    },
    workingFolder: process.cwd(),
    askRunning: (question, input) => {
      const handOver = (handed: Handed): boolean => app.requestSingleInstanceLock(handed);
      return askRunning({ folder, clock, handOver, signal: stop.signal }, question, input);
    },
    signal: stop.signal,
  });
  // What was written may still be on its way to a pipe.
  await Promise.all(
    [process.stdout, process.stderr].map(
      (output) => new Promise<void>((resolve) => void output.write('', () => resolve())),
    ),
  );
  openForOthers();
  app.exit(code);
}

/**
 * A command that asks whether the program runs keeps it from starting where it does not: whoever starts the desk
 * meanwhile is handed to the command. Returns what opens the desk for them once the command has ended.
 */
export function opensAfterwards(
  app: Pick<App, 'isPackaged' | 'on' | 'relaunch'>,
  argv: readonly string[] = process.argv,
): () => void {
  let wanted: Omit<Open, 'kind'> | null = null;
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const handed = readHanded(data);
    if (handed?.kind !== 'ask') wanted = handed ?? { link: null };
  });
  return () => {
    if (wanted === null) return;
    const own = ownArguments(argv, app.isPackaged);
    const args = [...argv.slice(1, argv.length - own.length), ...own.filter(isHostSwitch)];
    const opened = wanted.file ?? wanted.link;
    app.relaunch({ args: opened === null ? args : [...args, '--', opened] });
  };
}

interface SecondStarts {
  readonly folder: string;
  readonly log: Log;
  readonly answers: () => Promise<Answers>;
  /** Shows the desk, with this link or this file if there is one. */
  readonly show: (wanted: Omit<Open, 'kind'>) => void;
}

/** Serves what other starts of the program hand to this one: a link, a file, or the question of a command. */
export function serveSecondStarts(app: Pick<App, 'on'>, { show, ...asked }: SecondStarts): void {
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const handed = readHanded(data);
    if (handed?.kind === 'ask') void answerAsked(handed, asked);
    else show(handed ?? { link: null });
  });
  // macOS hands links and files over in this way only, also at the first start.
  app.on('open-url', (event, link) => {
    event.preventDefault();
    show({ link });
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    show({ link: null, file });
  });
}
