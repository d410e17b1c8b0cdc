import type { CDPSession, ElectronApplication } from 'playwright';
import { rounded } from './figures.ts';

/** Bytes of the window that are in use once everything that is not was let go. */
export async function usedInPage(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}

/** The same of the main process. */
export function usedInMain(app: ElectronApplication): Promise<number> {
  return app.evaluate(() => {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
    const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void;
    collect();
    return process.memoryUsage().heapUsed;
  });
}

export const megabytes = (bytes: number): number => rounded(bytes / 2 ** 20);
