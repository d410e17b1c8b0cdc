import fs from 'node:fs';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Why Electron's binary is not here, and what to do about it. */
export function notToBeHad(version: string, reason: string, env: Environment): string {
  const said = `Electron ${version} cannot be had here (${reason}).`;
  const proxies = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];
  const hasProxy = proxies.some((name) => Boolean(env[name]));
  // Its download goes past the proxy unless it is told not to. Source: @electron/get, "Proxies".
  if (hasProxy && !env.ELECTRON_GET_USE_PROXY)
    return `${said} There is a proxy: try again with ELECTRON_GET_USE_PROXY=1.`;
  return `${said} It is downloaded once from github.com, or from where ELECTRON_MIRROR says.`;
}

/** A machine, as far as Electron's sandbox has to do with it. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** The user's id; undefined on Windows. */
  readonly uid: number | undefined;
  /** Whether a program of no privileges may open a sandbox by itself: not on Ubuntu 24.04. */
  readonly restrictsNamespaces: boolean;
  /** Whether Electron's own helper may: it belongs to root and has the SUID bit. */
  readonly hasHelper: boolean;
}

const restriction = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

/** This machine, for this Electron. */
export function thisMachine(executable: string): Machine {
  const helper = path.join(path.dirname(executable), 'chrome-sandbox');
  const stat = fs.statSync(helper, { throwIfNoEntry: false });
  return {
    platform: process.platform,
    uid: process.getuid?.(),
    restrictsNamespaces: fs.existsSync(restriction) && fs.readFileSync(restriction, 'utf8').trim() === '1',
    hasHelper: stat !== undefined && stat.uid === 0 && (stat.mode & 0o4000) !== 0,
  };
}

/** Why Electron would abort as it starts, and what to do about it; null where it starts. */
export function wouldAbort({ platform, uid, restrictsNamespaces, hasHelper }: Machine): string | null {
  if (platform !== 'linux') return null;
  if (uid === 0) return 'Electron does not start as root; as another user it does.';
  if (!restrictsNamespaces || hasHelper) return null;
  return (
    'this system keeps Electron from opening its sandbox; its helper may, once it belongs to root: ' +
    'sudo chown root:root node_modules/electron/dist/chrome-sandbox && ' +
    'sudo chmod 4755 node_modules/electron/dist/chrome-sandbox.'
  );
}
