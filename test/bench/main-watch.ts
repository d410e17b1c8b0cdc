import type { ElectronApplication } from 'playwright';
import type { Arrival, SeenInMain } from './seen.ts';

/** How often the main process is asked whether it is free, in milliseconds. */
const grain = 5;

type Watched = typeof globalThis & { benchSaw?: () => SeenInMain };

/**
 * Watches the main process from inside: when each answer of the service had arrived (Node's own HTTP client says so to
 * whoever listens), and how long it was ever kept from doing anything else. Answers the function that reads it.
 */
export async function watchMain(app: ElectronApplication): Promise<() => Promise<SeenInMain>> {
  await app.evaluate((_electron, resolution) => {
    const { subscribe } = process.getBuiltinModule('node:diagnostics_channel');
    const { monitorEventLoopDelay, performance: clock } = process.getBuiltinModule('node:perf_hooks');
    const arrivals: Arrival[] = [];
    subscribe('undici:request:trailers', (message) => {
      const { method, path } = (message as { request: { method: string; path: string } }).request;
      arrivals.push({ method, path, at: clock.timeOrigin + clock.now() });
    });
    const delay = monitorEventLoopDelay({ resolution });
    delay.enable();
    (globalThis as Watched).benchSaw = () => ({
      arrivals,
      blocked: Math.max(0, delay.max / 1e6 - resolution),
    });
  }, grain);
  return () =>
    app.evaluate(() => (globalThis as Watched).benchSaw?.() ?? { arrivals: [], blocked: Number.NaN });
}
