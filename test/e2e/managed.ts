import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openCarrel, type Carrel } from './app.ts';
import { expect } from './fixtures.ts';

/** A program on a computer with a policy. */
export interface Managed extends AsyncDisposable {
  readonly carrel: Carrel;
  /** The policy's file, and its folder. */
  readonly file: string;
  readonly folder: string;
  /** Writes the policy's file, and has it read now. */
  write(content: object | string | Uint8Array): Promise<void>;
  /** Has what is there read now. */
  reread(): Promise<void>;
}

const contentOf = (content: object | string | Uint8Array): string | Uint8Array =>
  typeof content === 'string' || content instanceof Uint8Array
    ? content
    : JSON.stringify({ schema: 'carrel-policy/1', ...content });

/** Opens the program on a computer with this policy; null: with a place for one, and none in it. */
export async function managed(content: object | string | null): Promise<Managed> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-policy-'));
  await chmod(folder, 0o755);
  const file = path.join(folder, '10-desk.json');
  if (content !== null) await writeFile(file, contentOf(content));
  const carrel = await openCarrel({ env: { CARREL_POLICIES: folder } });
  const reread = async (): Promise<void> =>
    expect(await carrel.ask('policy.reread', {})).toMatchObject({ ok: true });
  return {
    ...{ carrel, file, folder, reread },
    async write(next) {
      await rm(file, { recursive: true, force: true });
      await writeFile(file, contentOf(next));
      await reread();
    },
    async [Symbol.asyncDispose]() {
      await carrel[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
