import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { operationOf, operations } from '../conformance/coverage.ts';

/** The environment names by this the folder in which the programs under test note the operations that they call. */
export const callsVariable = 'CARREL_TEST_CALLS';

/** Where `fetch` tells of a request before it leaves. */
const channel = 'undici:request:create';

/** What `fetch` says of a request, whoever made it in this process. */
interface Created {
  readonly request: { readonly method: string; readonly path: string };
}

/**
 * Notes each operation of the service that this process calls, once, in a file of its own. Answers the function that
 * stops it.
 */
export function noteCalls(folder: string): () => void {
  const noted = new Set<string>();
  const file = path.join(folder, `${process.pid}-${Date.now()}`);
  const note = (message: unknown): void => {
    const { method, path: target } = (message as Created).request;
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    const [, place] = /^\/[^/]+\/v1(\/.*)$/.exec(pathname) ?? [];
    const operation = place === undefined ? undefined : operationOf(method, place, searchParams);
    if (operation === undefined || noted.has(operation)) return;
    noted.add(operation);
    appendFileSync(file, `${operation}\n`);
  };
  subscribe(channel, note);
  return () => void unsubscribe(channel, note);
}

/** An empty folder for the notes of a run. */
export function emptyCalls(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/** The operations that no program called which noted its calls in this folder. */
export function uncalled(folder: string): readonly string[] {
  const called = new Set(
    readdirSync(folder).flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n')),
  );
  return operations.filter((operation) => !called.has(operation));
}
