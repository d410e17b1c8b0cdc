import { webContents } from 'electron';
import type { Clock } from '../ports.ts';
import { defaultPrinterOf, run } from './default-printer.ts';
import { Printers } from './printers.ts';

/** The printers of the system. */
export function systemPrinters(clock: Clock): Printers {
  const { platform, env } = process;
  const systemRoot = env.SystemRoot ?? String.raw`C:\Windows`;
  return new Printers({
    // Any page will do: the list is the same for all.
    read: async () => {
      const page = webContents.getAllWebContents().find((contents) => !contents.isDestroyed());
      return (await page?.getPrintersAsync()) ?? [];
    },
    defaultOf: (all) => defaultPrinterOf(all, { platform, systemRoot, run }),
    clock,
  });
}
