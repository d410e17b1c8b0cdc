import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { windowsRegistry } from './registry.ts';

/**
 * Says who can change a policy file: the first file or folder on the way to it that is in a user's reach, null if none
 * is. What a user can change is no policy.
 */
export type Trust = (file: string) => string | null;

/** Whose files count, and below which folder the way is looked at. */
export interface PosixTrustOptions {
  /** The users whose files are the system's: root. */
  readonly owners: readonly number[];
  /** Folders above this one are taken as they are; for tests, whose folders are a user's. */
  readonly top?: string;
}

/** More links than any way has: a loop. */
const mostLinks = 40;

/**
 * Every file, folder and link on the way has to belong to the system, and nobody else may write to it: who can write to
 * a folder can put another file in place of any file in it.
 */
export function posixTrust({ owners, top = '/' }: PosixTrustOptions): Trust {
  const isSafe = ({ uid, mode }: fs.Stats): boolean => owners.includes(uid) && (mode & 0o022) === 0;

  return (file) => {
    let links = 0;
    const walk = (whole: string): string | null => {
      const parts = path.resolve(whole).split('/').filter(Boolean);
      for (let length = 0; length <= parts.length; length++) {
        const here = `/${parts.slice(0, length).join('/')}`;
        if (top !== '/' && (here === top || top.startsWith(here === '/' ? here : `${here}/`))) continue;
        const stats = fs.lstatSync(here);
        if (!stats.isSymbolicLink()) {
          if (!isSafe(stats)) return here;
          continue;
        }
        // The permissions of a link say nothing: its folder was judged, and its owner is.
        if (!owners.includes(stats.uid) || ++links > mostLinks) return here;
        const target = path.resolve(path.dirname(here), fs.readlinkSync(here));
        return walk([target, ...parts.slice(length)].join('/'));
      }
      return null;
    };
    return walk(file);
  };
}

/** The security descriptors of files and folders, in their order and as Windows writes them (SDDL); `link` for a link. */
type Descriptors = (places: readonly string[]) => readonly string[];

/** The accounts whose files are the system's: SYSTEM, the administrators, and TrustedInstaller. */
const systemAccounts = new Set([
  ...['SY', 'S-1-5-18', 'BA', 'S-1-5-32-544'],
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);

/** The rights that change nothing: to read and to execute, as a number and by their names. */
const readingMask = 0x20_12_00_a9 | 0x80_00_00_00;
const readingNames = new Set(['FR', 'FX', 'GR', 'GX', 'RC', 'CC', 'SW', 'WP', 'LO']);

const account = String.raw`(?:[A-Z]{2}|S-1(?:-\d+)+)`;
const descriptor = new RegExp(
  String.raw`^O:(?<owner>${account})(?:G:${account})?D:[A-Z]*(?<entries>(?:\([^()]*\))+)(?:S:.*)?$`,
);

/** Whether only the system’s accounts can write; false for whatever cannot be told. */
function isClosed(text: string): boolean {
  const { owner = '', entries = '' } = descriptor.exec(text)?.groups ?? {};
  return systemAccounts.has(owner) && entries.slice(1, -1).split(')(').every(isHarmless);
}

function isHarmless(entry: string): boolean {
  const [type, flags = '', rights = '', , , who = '', ...more] = entry.split(';');
  if (more.length > 0 || who === '') return false;
  const isInheritedOnly = flags.match(/../g)?.includes('IO') === true;
  if (type === 'D' || (type === 'A' && (isInheritedOnly || systemAccounts.has(who)))) return true;
  if (type !== 'A') return false;
  if (/^0x[\da-f]{1,8}$/i.test(rights)) return (Number(rights) & ~readingMask) === 0;
  return rights.length % 2 === 0 && (rights.match(/../g) ?? []).every((name) => readingNames.has(name));
}

/** A file and the folders above it, up to a place that every user’s programs need to write to. */
function wayTo(file: string, programData: string): string[] {
  const { dir, root } = path.win32.parse(file);
  const isTop = dir === root || dir.toLowerCase() === programData.toLowerCase();
  return [file, ...(isTop ? [] : wayTo(dir, programData))];
}

/**
 * On Windows: the file and every folder above it, below the drive or ProgramData, has to belong to the system, and nobody
 * else may write to it.
 */
export const windowsTrust =
  (programData: string, descriptors: Descriptors = fromPowerShell): Trust =>
  (file) => {
    const places = wayTo(path.win32.resolve(file), path.win32.resolve(programData));
    try {
      const texts = descriptors(places);
      return places.find((_, nth) => !isClosed(texts[nth] ?? '')) ?? null;
    } catch {
      return file; // Windows does not say
    }
  };

/** The places are no part of the script. Each answer begins with a sign that none has, because long lines may be broken. */
const script = String.raw`
$ErrorActionPreference = 'Stop'
foreach ($place in $env:CARREL_PLACES -split '\|') {
  $item = Microsoft.PowerShell.Management\Get-Item -Force -LiteralPath $place
  if ([int]$item.Attributes -band 0x400) { '#link' }
  else { '#' + (Microsoft.PowerShell.Security\Get-Acl -LiteralPath $place).Sddl }
}`;

const currentVersion = String.raw`SOFTWARE\Microsoft\Windows NT\CurrentVersion`;

function fromPowerShell(places: readonly string[]): readonly string[] {
  // As the registry has it: a user can change the environment, and with it what PowerShell loads.
  const root = windowsRegistry().values('HKLM', currentVersion)?.get('SystemRoot');
  const folder = path.win32.join(
    typeof root === 'string' ? root : String.raw`C:\Windows`,
    String.raw`System32\WindowsPowerShell\v1.0`,
  );
  const usual = Object.entries(process.env).filter(([name]) => !/^(?:COR|COMPLUS|PSModulePath)/i.test(name));
  const output = execFileSync(
    path.win32.join(folder, 'powershell.exe'),
    ['-NoProfile', '-NonInteractive', '-Command', script],
    {
      ...{ encoding: 'utf8', timeout: 20_000, windowsHide: true, stdio: ['ignore', 'pipe', 'ignore'] },
      env: {
        ...Object.fromEntries(usual),
        PSModulePath: path.win32.join(folder, 'Modules'),
        CARREL_PLACES: places.join('|'),
      },
    },
  );
  return output.replaceAll(/\s/g, '').split('#').slice(1);
}
