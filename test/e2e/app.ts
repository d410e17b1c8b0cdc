import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { adoptElectronHost, root } from '../../build/electron.ts';
import type { Bridge } from '../../src/contract/bridge.ts';
import type { CallName, Input, ReplyTo } from '../../src/contract/index.ts';
import { displayEnvironment } from '../display/host-display.ts';
import { testEntry } from '../entry/build.ts';
import { usableTemplate } from '../sample/server.ts';

export interface LaunchOptions {
  /** The program's folder, for another entry than the one for tests. */
  readonly folder?: string;
  /** The station's folder, kept by the caller; a throw-away one where none is given. */
  readonly userData?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What else stands on its command line. */
  readonly args?: readonly string[];
  readonly size?: { readonly width: number; readonly height: number };
  /** The heading of what it shows first, where that is not the scan box. */
  readonly shows?: string;
}

/** The running program: its window, and what else a test may look at. */
export interface Carrel extends AsyncDisposable {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly userData: string;
  /** What the main process has written to stdout and stderr. */
  readonly output: () => string;
  /** Calls main as the window's own code does, past the screens. */
  readonly ask: <K extends CallName>(name: K, input: Input<K>) => Promise<ReplyTo<K>>;
  /** Ends the program as by its own menu. */
  readonly close: () => Promise<void>;
}

/**
 * No keychain (`test/entry`), so that no test touches the developer's own. There is no session bus either: on Linux the
 * keychain is reached by it.
 */
export const noKeychain = {
  CARREL_KEYCHAIN: 'none',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
};

/** A proxy of the machine that runs the tests is not used. */
const noProxy = { https_proxy: '', http_proxy: '', all_proxy: '' };

/** The system's keychain, for a test that has started a session bus of its own. */
export const systemKeychain = { CARREL_KEYCHAIN: 'system' } as const;

/** A throw-away folder of a station, with the practice library in it that its first start would make. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-'));
  const template = usableTemplate();
  if (template) await copyFile(template.file, path.join(folder, 'practice.sqlite'));
  return folder;
}

/** Starts the built program and waits until its scan box is ready. */
export async function openCarrel(options: LaunchOptions = {}): Promise<Carrel> {
  const { kind } = await adoptElectronHost();
  const { folder = await testEntry() } = options;
  const userData = options.userData ?? (await newFolder());
  const display = await displayEnvironment(kind);
  const env = { ...process.env, ...noKeychain, ...noProxy, ...display, ...options.env } as Record<
    string,
    string
  >;
  const app = await _electron.launch({
    args: [folder, `--user-data-dir=${userData}`, ...(options.args ?? [])],
    // As root Electron does not start with it.
    chromiumSandbox: process.getuid?.() !== 0,
    ...{ cwd: root, env },
  });
  let text = '';
  app.process().stdout?.on('data', (data: Buffer) => (text += data.toString()));
  app.process().stderr?.on('data', (data: Buffer) => (text += data.toString()));
  const page = await app.firstWindow();
  page.setDefaultTimeout(45_000); // so that what is not found is named before the test's own time is up
  const { shows } = options;
  const first =
    shows === undefined
      ? page.getByRole('combobox', { name: /Scan or type/ })
      : page.getByRole('heading', { name: shows });
  await first.waitFor();
  if (options.size) await setSize({ app, page }, options.size);
  const close = (): Promise<void> => app.close();
  return {
    app,
    page,
    userData,
    output: () => text,
    ask: <K extends CallName>(name: K, input: Input<K>) =>
      page.evaluate(
        ([what, id, values]) => (globalThis as unknown as { carrel: Bridge }).carrel.call(what, id, values),
        [name, crypto.randomUUID(), input] as const,
      ) as Promise<ReplyTo<K>>,
    close,
    [Symbol.asyncDispose]: async () => {
      await close();
      if (options.userData === undefined) await rm(userData, { recursive: true, force: true });
    },
  };
}

/** Chooses in the menu of the program, by its words. */
export const chooseInMenu = ({ app }: Pick<Carrel, 'app'>, label: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    items.find((item) => item.label === wanted)?.click();
  }, label);

/** Gives the window's page a size, with the menu's zoom where one is given, and waits until it has it. */
export async function setSize(
  { app, page }: Pick<Carrel, 'app' | 'page'>,
  { width, height }: { readonly width: number; readonly height: number },
  zoom = 1,
): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, expected) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setContentSize(expected.width, expected.height);
      window?.webContents.setZoomFactor(expected.zoom);
    },
    { width, height, zoom },
  );
  // The page follows the window some frames later; a zoom rounds to whole pixels.
  const within = zoom === 1 ? 0 : zoom;
  const isThere = `Math.abs(innerWidth * ${zoom} - ${width}) <= ${within} && Math.abs(innerHeight * ${zoom} - ${height}) <= ${within}`;
  const deadline = Date.now() + 10_000;
  while (!(await page.evaluate(isThere))) {
    if (Date.now() > deadline) throw new Error(`the window did not become ${width} × ${height}`);
    await setTimeout(20);
  }
}
