import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Release } from '../../../src/main/updates/feed.ts';
import { aFeed, aRelease, envelope, type FeedKey, newKey } from './signing.ts';

/** What stands in for a setup: run by a shell, it says with what it was started. */
export const setup = (note: string): Buffer => Buffer.from(`#!/bin/sh\necho "$@" > '${note}'\n`);

export interface FeedServer extends AsyncDisposable {
  /** The address of the feed. */
  readonly feed: string;
  readonly key: FeedKey;
  readonly release: Release;
  /** What is answered instead, by the path. */
  readonly instead: Map<string, RequestListener>;
  /** What was asked for. */
  readonly asked: string[];
}

/** A feed with one release, and its file beside it, on this machine. */
export async function feedServer(content: Buffer, given: Partial<Release> = {}): Promise<FeedServer> {
  const key = newKey();
  const release = aRelease({
    ...{ size: content.length, sha512: createHash('sha512').update(content).digest('base64') },
    ...given,
  });
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const issued = new Date(Date.now() - 60_000).toISOString();
  const feed = envelope(aFeed({ issued, expires: soon, releases: [release] }), key);
  const instead = new Map<string, RequestListener>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    asked.push(url);
    const other = instead.get(url);
    if (other) other(request, response);
    else if (url === '/carrel/feed.json') response.end(feed);
    else if (url === `/carrel/${release.file}`) response.end(content);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ feed: `http://127.0.0.1:${String(port)}/carrel/feed.json`, key, release, instead, asked },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
