import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type KeyringState, withKeyring } from '../keyring/with-keyring.ts';
import { systemKeychain } from './app.ts';

/** A D-Bus session with a real secret service, for as long as a test needs it. */
export interface SessionBus extends AsyncDisposable {
  /** What leads a program to it. */
  readonly env: { readonly DBUS_SESSION_BUS_ADDRESS: string; readonly CARREL_KEYCHAIN: 'system' };
  /** What the keychain has under Carrel's name for this account; null where it has nothing. */
  readonly secret: (account: string) => Promise<string | null>;
  /** Locks the user's keychain, as leaving the desk does. */
  readonly lock: () => Promise<void>;
  /** The secret service answers nothing from now on, as one does that asks its user first; until `resume`. */
  readonly hold: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Everything the secret service knows by name: labels and attributes, no secrets. */
  readonly listing: () => Promise<string>;
}

const lookUp = `
const { default: keytar } = await import('keytar');
console.log(JSON.stringify(await keytar.getPassword('Carrel', process.argv[1])));`;

const service = ['--session', '--print-reply', '--dest=org.freedesktop.secrets'];
const login = '/org/freedesktop/secrets/collection/login';

async function run(command: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (data: Buffer) => (text += data.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}`);
  return text;
}

/** Starts a session and waits for its secret service; it ends with the test. */
export async function sessionBus(state: Exclude<KeyringState, 'absent'>): Promise<SessionBus> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-bus-'));
  const addressFile = path.join(folder, 'address');
  const endFile = path.join(folder, 'end');
  // The session lives as long as its command, which waits for a file.
  const script = `printf %s "$DBUS_SESSION_BUS_ADDRESS" > "$1.part"; mv "$1.part" "$1"; until [ -e "$2" ]; do sleep 0.1; done`;
  const session = withKeyring(state, ['bash', '-c', script, 'bash', addressFile, endFile]);
  for (let tries = 0; !existsSync(addressFile); tries += 1) {
    if (tries > 200) throw new Error('the session bus did not come up');
    await sleep(50);
  }
  const signal = async (name: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
    const request = 'org.freedesktop.DBus.GetConnectionUnixProcessID';
    const bus = ['--session', '--print-reply=literal', '--dest=org.freedesktop.DBus', '/'];
    const answer = await run('dbus-send', [...bus, request, 'string:org.freedesktop.secrets'], env);
    process.kill(Number(/\d+/.exec(answer.replace('uint32', ''))?.[0]), name);
  };
  const env = { DBUS_SESSION_BUS_ADDRESS: await readFile(addressFile, 'utf8'), ...systemKeychain };
  return {
    env,
    secret: async (account) =>
      JSON.parse(await run(process.execPath, ['--input-type=module', '--eval', lookUp, account], env)) as
        string | null,
    lock: async () => {
      const locking = 'org.freedesktop.Secret.Service.Lock';
      await run(
        'dbus-send',
        [...service, '/org/freedesktop/secrets', locking, `array:objpath:${login}`],
        env,
      );
    },
    hold: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    listing: () =>
      run(
        'dbus-send',
        [
          ...service,
          '/org/freedesktop/secrets',
          'org.freedesktop.Secret.Service.SearchItems',
          'dict:string:string:service,Carrel',
        ],
        env,
      ),
    [Symbol.asyncDispose]: async () => {
      await writeFile(endFile, '');
      await session;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
