import { execFile } from 'node:child_process';
import path from 'node:path';
import type { PrinterInfo } from 'electron';

/** Runs a program of the system and returns its output; `''` if it cannot be run. */
export type RunProgram = (file: string, args: readonly string[]) => Promise<string>;

/** How long a program may run, in milliseconds. */
const timeoutMs = 5000;

export const run: RunProgram = (file, args) =>
  new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: 'C' };
    execFile(file, args, { timeout: timeoutMs, windowsHide: true, env }, (_error, output) => resolve(output));
  });

const windowsKey = String.raw`HKCU\Software\Microsoft\Windows NT\CurrentVersion\Windows`;
/** Makes the output UTF-8, for all names, if the machine's rules allow it. */
const inUtf8 = '[Console]::OutputEncoding = [Text.Encoding]::UTF8';

/** The programs that know the default printer, in the order to try them, and where it is in their output. */
function sources(platform: NodeJS.Platform, systemRoot: string) {
  if (platform !== 'win32') {
    return [{ file: 'lpstat', args: ['-d'], name: /^system default destination: (\S+)/m }];
  }
  const system = path.win32.join(systemRoot, 'System32');
  const query = `(Get-ItemProperty '${windowsKey.replace('HKCU', 'HKCU:')}').Device`;
  return [
    // Fast, but not available where users may not read the registry, and without the letters of every script.
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

/** CUPS describes a printer with one number; this bit marks the server's default. Source: cups.h. */
const cupsType = 'printer-type';
const cupsDefault = 0x2_00_00;

function isCupsDefault({ options }: PrinterInfo): boolean {
  const type = Number((options as Readonly<Record<string, unknown>>)[cupsType]);
  return Number.isInteger(type) && (type & cupsDefault) !== 0;
}

/**
 * The name of the system's default printer; null if it has none, or it cannot be found out. Electron's list does not
 * contain it since version 36, and without a default `print()` takes the first printer of the list. So the system is
 * asked, and only a printer of that list is accepted. Source: electron `shell/browser/printing/printing_utils.cc`.
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
  for (const { file, args, name } of sources(platform, systemRoot)) {
    const [, printer = ''] = name.exec(await runs(file, args)) ?? [];
    if (listed.has(printer)) return printer;
  }
  return printers.find(isCupsDefault)?.name ?? null;
}
