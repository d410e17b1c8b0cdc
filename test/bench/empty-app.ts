import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { adoptElectronHost } from '../../build/electron.ts';

/** Opens the empty program; with `list`, one that has a row for each line entered. */
export async function openEmpty(
  ...flags: readonly '--list'[]
): Promise<
  { readonly app: ElectronApplication; readonly page: Page; readonly userData: string } & AsyncDisposable
> {
  const { env } = await adoptElectronHost();
  const userData = await mkdtemp(path.join(tmpdir(), 'carrel-bench-'));
  const app = await _electron.launch({
    args: [path.join(import.meta.dirname, 'empty'), `--user-data-dir=${userData}`, ...flags],
    env: { ...process.env, ...env } as Record<string, string>,
  });
  const page = await app.firstWindow();
  await page.getByRole('heading').waitFor();
  return {
    app,
    page,
    userData,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await rm(userData, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
