import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { notARequest, refuseUnreadable } from './http/connection.ts';
import { type Filled, type LibraryOptions, openLibrary } from './library.ts';

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
export interface ServerOptions extends LibraryOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** A practice library that listens. */
export interface RunningServer {
  readonly port: number;
  /** Up to and with the version: `http://127.0.0.1:PORT/svcws/v1`. */
  readonly url: string;
  readonly key: string;
  /** Random, of this database: another library has another, this one the same at every start. */
  readonly libraryId: string;
  /** What a new database was filled with, and how long that took. */
  readonly filled?: Filled;
  /** Takes no more calls, finishes those that run, and closes the database. */
  close(): Promise<void>;
}

/** Starts a practice library on this machine only. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const limits = { ...usualLimits, ...options.limits };
  const library = await openLibrary(options);
  const { app, key, ports, libraryId, log, filled } = library;
  try {
    const listener = getRequestListener(app.fetch, { errorHandler: (error) => notARequest(error, ports) });
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
    refuseUnreadable(server, ports);
    const port = await listen(server, options.port ?? 0);
    log?.('listening', { port });
    let closing: Promise<void> | undefined;
    const close = async () => {
      log?.('closing', {});
      await stop(server, limits.patienceMs);
      await library.close();
      log?.('closed', {});
    };
    return {
      port,
      key,
      libraryId,
      url: `http://${HOST}:${port}/svcws/v1`,
      ...(filled ? { filled } : {}),
      close: () => (closing ??= close()),
    };
  } catch (error) {
    await library.close();
    throw error;
  }
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
