import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Protocol } from 'electron';
import { securityHeaders } from './headers.ts';

/** The origin of this program's pages. */
export interface Origin {
  /** The first page of a window. */
  readonly start: string;
  /** Whether an address is one of our pages or their files. */
  readonly isOurs: (url: string) => boolean;
  /** The development server, if there is one: never in an installed program. */
  readonly development: URL | null;
}

/** The scheme and the host of our pages. */
export const scheme = 'app';
export const host = 'carrel';

const isAppUrl = (url: URL): boolean => url.protocol === `${scheme}:` && url.host === host;

/** Our pages come from `app://carrel`, or from a development server on this machine if the program is not installed. */
export function originOf({
  isPackaged,
  rendererUrl,
}: {
  isPackaged: boolean;
  rendererUrl?: string | undefined;
}): Origin {
  const server = isPackaged || rendererUrl === undefined ? null : URL.parse(rendererUrl);
  const development =
    server !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(server.hostname) ? server : null;
  const isOurs = (text: string): boolean => {
    const url = URL.parse(text);
    if (url === null || url.username !== '' || url.password !== '') return false;
    return development ? url.origin === development.origin : isAppUrl(url);
  };
  return { start: development?.href ?? `${scheme}://${host}/index.html`, isOurs, development };
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Must be registered before Electron is ready, so that our pages have their own origin. */
export const appScheme = {
  scheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

/** The parts of a path below the folder of our pages, or null if the path is not a plain one. */
export function partsOf(pathname: string): readonly string[] | null {
  if (/%(?:2f|5c|00)/i.test(pathname)) return null;
  let text: string;
  try {
    text = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\\:\u0000-\u001f]/.test(text) || !text.startsWith('/')) return null;
  const parts = text === '/' ? ['index.html'] : text.slice(1).split('/');
  return parts.some((part) => part === '' || part.startsWith('.')) ? null : parts;
}

const answer = (status: number, body: Uint8Array<ArrayBuffer> | null = null, type = 'text/plain'): Response =>
  new Response(body, { status, headers: { ...securityHeaders, 'content-type': type } });

/** The file of a path, if it is inside the folder: a link must not lead out of it. */
async function fileIn(folder: string, parts: readonly string[]): Promise<string | null> {
  const root = await realpath(folder);
  const file = await realpath(path.join(root, ...parts));
  return file.startsWith(root + path.sep) ? file : null;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(String(error.code));

/** Answers requests for `app://carrel/…` from a folder: only reads, only known types of files, nothing outside it. */
export function createAppHandler(folder: string): (request: Request) => Promise<Response> {
  return async ({ method, url }) => {
    const { host: requestedHost, pathname } = new URL(url);
    if (requestedHost !== host) return answer(404);
    if (method !== 'GET') return answer(405);
    const parts = partsOf(pathname);
    if (parts === null) return answer(400);
    const type = types[path.extname(parts.at(-1) ?? '')];
    if (type === undefined) return answer(404);
    try {
      const file = await fileIn(folder, parts);
      return file === null ? answer(404) : answer(200, await readFile(file), type);
    } catch (error) {
      if (isMissing(error)) return answer(404);
      throw error;
    }
  };
}

/** Serves our pages in this session. */
export function serveApp(protocol: Pick<Protocol, 'handle'>, folder: string): void {
  protocol.handle(scheme, createAppHandler(folder));
}
