import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FeedServer, feedServer, setup } from '../main/updates/feed-server.ts';
import type { TestUpdates } from '../entry/updates.ts';

/** A copy of the program that updates from a feed on this machine. */
export interface UpdatedCopy extends AsyncDisposable {
  readonly server: FeedServer;
  readonly userData: string;
  /** What the setup was started with is written here. */
  readonly note: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A program that only says that it was started, and how. */
export function fakeProgram(folder: string, note: string): void {
  writeFileSync(path.join(folder, 'carrel'), `#!/bin/sh\necho "$@" >> '${note}'\n`, { mode: 0o755 });
}

export async function updatedCopy(
  kind: TestUpdates['kind'],
  policy: Readonly<Record<string, unknown>> = {},
): Promise<UpdatedCopy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'carrel-updates-'));
  const [note, program] = [path.join(folder, 'note'), mkdtempSync(path.join(folder, 'program-'))];
  const [policies, userData] = [mkdtempSync(path.join(folder, 'policy-')), path.join(folder, 'station')];
  fakeProgram(program, path.join(folder, 'former-note'));
  writeFileSync(
    path.join(policies, '10-updates.json'),
    JSON.stringify({ schema: 'carrel-policy/1', mandatory: policy }),
  );
  const server = await feedServer(setup(note), { system: 'linux', version: '9.9.9' });
  const key = server.key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const updates: TestUpdates = { ...{ kind, program }, feed: server.feed, keys: [key] };
  return {
    ...{ server, userData, note },
    env: { CARREL_UPDATES: JSON.stringify(updates), CARREL_POLICIES: policies },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
