/**
 * Runs a command inside a D-Bus session of its own with a real secret service (gnome-keyring) and a throw-away HOME:
 * `node test/keyring/with-keyring.ts [unlocked|locked|no-collection|absent] command [arguments …]`, or from a test.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** How the secret service finds its user: ready to serve, locked, without any collection yet, or not there at all. */
export type KeyringState = 'unlocked' | 'locked' | 'no-collection' | 'absent';

/** How a command went inside its session. */
export interface Ended {
  /** The exit code, or null where a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

const toService = 'dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets';
const askBus =
  'dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner';
/** The daemon goes to the background before it has its name; a call that is too early makes D-Bus start another. */
const awaitService = `for i in $(seq 200); do ${askBus} string:org.freedesktop.secrets | grep -q true && break; sleep 0.02; done`;
const unlock = `echo -n password | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; ${awaitService}`;
const lock = `${toService} org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login`;

/** What the session's shell does before it becomes the command. */
const preparations: Record<Exclude<KeyringState, 'absent'>, string> = {
  unlocked: unlock,
  locked: `${unlock}; ${lock} >/dev/null`,
  'no-collection': `gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1; ${awaitService}`,
};

function inSession(state: KeyringState, command: readonly string[]): string[] {
  if (state === 'absent') return [...command];
  return ['dbus-run-session', '--', 'bash', '-c', `${preparations[state]}; exec "$@"`, 'bash', ...command];
}

/** This process's environment without what leads to somebody's real session. */
function freshEnvironment(home: string): NodeJS.ProcessEnv {
  const leads = /^(XDG_.*|DBUS_.*|GNOME_.*|DISPLAY|WAYLAND_DISPLAY|HOME)$/;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !leads.test(name))),
    HOME: home,
  };
}

/** Runs `command` with the secret service in that state, with `env` added to its environment. */
export async function withKeyring(
  state: KeyringState,
  command: readonly string[],
  { env = {}, stdio = 'pipe' }: { env?: Record<string, string>; stdio?: 'pipe' | 'inherit' } = {},
): Promise<Ended> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-keyring-'));
  const [executable = '', ...args] = inSession(state, command);
  const child = spawn(executable, args, { stdio, env: { ...freshEnvironment(home), ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (stderr += data.toString()));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, stdout, stderr };
  } finally {
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

if (process.argv[1] === import.meta.filename) {
  const [first = '', ...rest] = process.argv.slice(2);
  const states: readonly string[] = [...Object.keys(preparations), 'absent'];
  const [state, command] = states.includes(first)
    ? [first as KeyringState, rest]
    : ['unlocked' as const, [first, ...rest]];
  process.exitCode = (await withKeyring(state, command, { stdio: 'inherit' })).code ?? 1;
}
