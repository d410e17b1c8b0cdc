import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { Faults } from './faults/index.ts';
import { notARequest, refuseUnreadable } from './http/connection.ts';
import { jsonLines } from './http/log.ts';
import { fill, type SampleSize } from './sample/index.ts';
import { isNew, openDatabase } from './store/database.ts';
import type { Db } from './store/schema.ts';

const HOST = '127.0.0.1';

/** How long a client may take, and how much it may say before its body; milliseconds. */
export interface Limits {
  /** Until its headers are here. */
  readonly headersMs: number;
  /** Until its whole request is here: a body that comes too slowly is refused with 408. */
  readonly requestMs: number;
  /** Between two requests on one connection. */
  readonly keepAliveMs: number;
  /** How long a call that is running may take to finish when the server ends. */
  readonly patienceMs: number;
}

const usualLimits: Limits = { headersMs: 10_000, requestMs: 60_000, keepAliveMs: 65_000, patienceMs: 10_000 };

/** How to start a practice library. */
export interface ServerOptions {
  /** A file, or `:memory:` (the default). */
  readonly database?: string | undefined;
  /** Any text; without it a random one is made. */
  readonly key?: string | undefined;
  /** 0, the default, takes a free port. */
  readonly port?: number | undefined;
  /** Waits so long before each call, as a service far away would. */
  readonly delayMs?: number | undefined;
  /** Opens the route `/faults`. */
  readonly faults?: boolean | undefined;
  /** Configuration only: no patrons, no items. */
  readonly empty?: boolean | undefined;
  /** How large a new library is made, and from which seed. */
  readonly sample?: Partial<SampleSize> | undefined;
  /** What a new library counts money in, by ISO 4217; ILS. */
  readonly currency?: string | undefined;
  readonly now?: (() => Date) | undefined;
  /** How long after a loan no new request on that title can be fulfilled; 3 s. Source: User requests, timing caveat. */
  readonly settleMs?: number | undefined;
  /** The institution's calls per day; 100,000. */
  readonly dailyCalls?: number | undefined;
  /** Calls a second before the service's recorded refusal; 25 is the deployed service's. Without it, no threshold. */
  readonly perSecond?: number | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Takes a line of JSON for each call and for the server's own start and end. */
  readonly log?: ((line: string) => void) | undefined;
}

/** The sample library that was made, in milliseconds. */
export interface Filled {
  readonly patrons: number;
  readonly items: number;
  readonly ms: number;
}

/** A practice library that listens. */
export interface RunningServer {
  readonly port: number;
  /** Up to and with the version: `http://127.0.0.1:PORT/svcws/v1`. */
  readonly url: string;
  readonly key: string;
  /** What a new database was filled with, and how long that took. */
  readonly filled?: Filled;
  /** Takes no more calls, finishes those that run, and closes the database. */
  close(): Promise<void>;
}

/** Starts a practice library on this machine only. A new database is filled with the sample library first. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const now = options.now ?? (() => new Date());
  const log = options.log && jsonLines(options.log);
  const limits = { ...usualLimits, ...options.limits };
  const key = options.key ?? randomBytes(18).toString('base64url');
  const db = await openDatabase(options.database ?? ':memory:');
  try {
    const filled = (await isNew(db)) ? await filledNew(db, options, now()) : undefined;
    const app = createApp({
      db,
      key,
      now,
      settings: { settleMs: options.settleMs ?? 3000 },
      delayMs: options.delayMs ?? 0,
      dailyCalls: options.dailyCalls ?? 100_000,
      perSecond: options.perSecond ?? 0,
      ...(log ? { log } : {}),
      ...(options.faults === true ? { faults: new Faults() } : {}),
    });
    const listener = getRequestListener(app.fetch, { errorHandler: (error) => notARequest(error, now()) });
    const server = createServer(
      {
        maxHeaderSize: 16 * 1024,
        // Node would refuse it without a word; the listener says why.
        requireHostHeader: false,
        headersTimeout: limits.headersMs,
        requestTimeout: limits.requestMs,
        keepAliveTimeout: limits.keepAliveMs,
        connectionsCheckingInterval: Math.min(1000, limits.headersMs),
      },
      (incoming, outgoing) => void listener(incoming, outgoing),
    );
    refuseUnreadable(server, now);
    const port = await listen(server, options.port ?? 0);
    log?.('listening', { port });
    let closing: Promise<void> | undefined;
    const close = async () => {
      log?.('closing', {});
      await stop(server, limits.patienceMs);
      await db.destroy();
      log?.('closed', {});
    };
    return {
      port,
      key,
      url: `http://${HOST}:${port}/svcws/v1`,
      ...(filled ? { filled } : {}),
      close: () => (closing ??= close()),
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function filledNew(db: Db, { empty, sample, currency }: ServerOptions, now: Date): Promise<Filled> {
  const start = performance.now();
  const made = await fill(db, {
    now,
    empty: empty === true,
    ...(currency !== undefined && { currency }),
    ...sample,
  });
  return { ...made, ms: performance.now() - start };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Ends the server: connections as soon as they are idle, calls that run when they are done or the patience is over. */
async function stop(server: Server, patienceMs: number): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const limit = setTimeout(() => server.closeAllConnections(), patienceMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  clearInterval(idle);
  clearTimeout(limit);
}
