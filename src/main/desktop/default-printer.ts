import { execFile } from 'node:child_process';
import path from 'node:path';
import type { PrinterInfo } from 'electron';

/** Runs a program of the system and answers what it says; `''` where it cannot be run. */
export type RunProgram = (file: string, args: readonly string[]) => Promise<string>;

/** A program that has said nothing for so long has nothing to say. */
const patienceMs = 5000;

export const run: RunProgram = (file, args) =>
  new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: 'C' };
    execFile(file, args, { timeout: patienceMs, windowsHide: true, env }, (_error, said) => resolve(said));
  });

const windowsKey = String.raw`HKCU\Software\Microsoft\Windows NT\CurrentVersion\Windows`;
/** In the characters of all names, where the machine's rules let it. */
const inUtf8 = '[Console]::OutputEncoding = [Text.Encoding]::UTF8';

/** Who can say which printer is the default one, in the order in which they are asked, and where in their words it stands. */
function askers(platform: NodeJS.Platform, systemRoot: string) {
  if (platform !== 'win32') {
    return [{ file: 'lpstat', args: ['-d'], name: /^system default destination: (\S+)/m }];
  }
  const system = path.win32.join(systemRoot, 'System32');
  const query = `(Get-ItemProperty '${windowsKey.replace('HKCU', 'HKCU:')}').Device`;
  return [
    // Quick; but kept from desks where the registry may not be looked at, and without the letters of every script.
    {
      file: path.win32.join(system, 'reg.exe'),
      args: ['query', windowsKey, '/v', 'Device'],
      name: /REG_SZ\s+([^,\r\n]+),/,
    },
    {
      file: path.win32.join(system, String.raw`WindowsPowerShell\v1.0\powershell.exe`),
      args: ['-NoProfile', '-NonInteractive', '-Command', `${inUtf8}; ${query}`],
      name: /^([^,\r\n]+),/m,
    },
  ];
}

/** What CUPS says of a printer in one number, and the bit of it for the server's default. Source: cups.h. */
const cupsType = 'printer-type';
const cupsDefault = 0x2_00_00;

function isCupsDefault({ options }: PrinterInfo): boolean {
  const type = Number((options as Readonly<Record<string, unknown>>)[cupsType]);
  return Number.isInteger(type) && (type & cupsDefault) !== 0;
}

/**
 * The name of the system's default printer; null where it has none, or nobody can say. Electron's list does not tell it
 * since version 36, and without a default one `print()` takes the first of the list: so the system is asked, and only a
 * printer of that list is the answer. Source: electron `shell/browser/printing/printing_utils.cc`.
 */
export async function defaultPrinterOf(
  printers: readonly PrinterInfo[],
  {
    platform,
    systemRoot,
    run: runs,
  }: Readonly<{ platform: NodeJS.Platform; systemRoot: string; run: RunProgram }>,
): Promise<string | null> {
  if (printers.length === 0) return null;
  const listed = new Set(printers.map(({ name }) => name));
  for (const { file, args, name } of askers(platform, systemRoot)) {
    const [, said = ''] = name.exec(await runs(file, args)) ?? [];
    if (listed.has(said)) return said;
  }
  return printers.find(isCupsDefault)?.name ?? null;
}
