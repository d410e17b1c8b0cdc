import type { PrinterInfo } from 'electron';
import { describe, expect, test } from 'vitest';
import { defaultPrinterOf } from '../../../src/main/desktop/default-printer.ts';
import { Printers } from '../../../src/main/desktop/printers.ts';
import { Failed } from '../../../src/main/failure.ts';

const printer = (name: string, displayName = '', options: Record<string, string> = {}): PrinterInfo => ({
  ...{ name, displayName, description: '', options },
});

describe('the list of printers', () => {
  /** A machine with these printers, of which the first is the default. */
  function machine(...all: PrinterInfo[]) {
    let [reads, request, now] = [0, 0, 0];
    const printers = new Printers({
      read: () => Promise.resolve((reads += 1) > 0 ? [...all] : []),
      defaultOf: ([first]) => Promise.resolve((request += 1) > 0 ? (first?.name ?? null) : null),
      clock: { monotonic: () => now },
    });
    return { printers, all, reads: () => reads, asked: () => request, pass: (ms: number) => (now += ms) };
  }

  test('has what people call a printer beside what the system calls it, and says which is the default', async () => {
    const { printers } = machine(printer('Front_Desk', 'Front desk'), printer('Star_TSP'));
    expect(await printers.list()).toEqual([
      { name: 'Front_Desk', label: 'Front desk', isDefault: true },
      { name: 'Star_TSP', label: 'Star_TSP', isDefault: false },
    ]);
  });

  test('is kept for a minute; who wants to see it gets it as it is now', async () => {
    const one = machine(printer('Front_Desk'), printer('Star_TSP'));
    const star = { at: 'printer', name: 'Star_TSP' } as const;
    await one.printers.nameOf(star);
    await one.printers.nameOf({ at: 'system' });
    await one.printers.nameOf({ at: 'system' });
    expect([one.reads(), one.asked()]).toEqual([1, 1]);
    one.pass(60_000);
    await one.printers.nameOf(star);
    expect([one.reads(), one.asked()]).toEqual([2, 1]);
    await one.printers.list();
    expect(one.reads()).toBe(3);
  });

  test('is read once more for a printer that was connected meanwhile', async () => {
    const one = machine(printer('Front_Desk'));
    await one.printers.nameOf({ at: 'system' });
    one.all.push(printer('Star_TSP'));
    expect(await one.printers.nameOf({ at: 'printer', name: 'Star_TSP' })).toBe('Star_TSP');
    expect(one.reads()).toBe(2);
  });

  test('a printer goes by the system’s name for it and no other', async () => {
    const one = machine(printer('Front_Desk', 'Star_TSP'));
    const request = one.printers.nameOf({ at: 'printer', name: 'Star_TSP' });
    await expect(request).rejects.toBeInstanceOf(Failed);
  });
});

describe('the system’s default printer', () => {
  const all = [printer('Front_Desk'), printer('Star_TSP', '', { 'printer-type': '36868' }), printer('Büro')];
  /** Of a machine of which each program says so. */
  async function byDefault(platform: NodeJS.Platform, answer: Readonly<Record<string, string>>, of = all) {
    const requests: string[] = [];
    const run = (file: string, args: readonly string[]): Promise<string> => {
      const name = file.split(/[/\\]/).at(-1) ?? '';
      requests.push(`${name} ${args[0] ?? ''}`);
      return Promise.resolve(answer[name] ?? '');
    };
    const systemRoot = String.raw`C:\Windows`;
    return { name: await defaultPrinterOf(of, { platform, systemRoot, run }), asked: requests };
  }

  test('is the one that CUPS names', async () => {
    const answer = { lpstat: 'system default destination: Star_TSP\n' };
    expect(await byDefault('linux', answer)).toEqual({ name: 'Star_TSP', asked: ['lpstat -d'] });
    const none = { lpstat: 'no system default destination\n' };
    expect((await byDefault('darwin', none)).name).toBeNull();
  });

  test('or, where nobody can be asked, the one that CUPS marks in its type', async () => {
    const marked = [...all, printer('Marked', '', { 'printer-type': String(0x2_00_04) })];
    expect((await byDefault('linux', {}, marked)).name).toBe('Marked');
    expect((await byDefault('linux', {})).name).toBeNull();
  });

  test('is the one in the Windows registry, also where only PowerShell may read it or spells it right', async () => {
    const reg = (name: string) =>
      `\r\nHKEY_CURRENT_USER\\Software\r\n    Device    REG_SZ    ${name},winspool,Ne00:\r\n\r\n`;
    expect(await byDefault('win32', { 'reg.exe': reg('Front_Desk') })).toEqual({
      ...{ name: 'Front_Desk', asked: ['reg.exe query'] },
    });
    const shell = { 'powershell.exe': 'Büro,winspool,Ne01:\r\n' };
    expect((await byDefault('win32', { 'reg.exe': reg('B\uFFFDro'), ...shell })).name).toBe('Büro');
    expect((await byDefault('win32', shell)).name).toBe('Büro');
    expect((await byDefault('win32', {})).name).toBeNull();
  });

  test('is none that is not on the list, and is not asked for where the list is empty', async () => {
    expect((await byDefault('linux', { lpstat: 'system default destination: Gone\n' })).name).toBeNull();
    expect(await byDefault('linux', {}, [])).toEqual({ name: null, asked: [] });
  });
});
