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
  readonly size?: { readonly width: number; readonly height: number };
  /** The heading of what it shows first, where that is not the scan box. */
  readonly shows?: string;
}

/** The program as a person has it before them: its one window, and what a test may look at beside it. */
export interface Carrel extends AsyncDisposable {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly userData: string;
  /** What the main process wrote to its two outputs so far. */
  readonly output: () => string;
  /** Asks main as the window's own code does, past the screens. */
  readonly ask: <K extends CallName>(name: K, input: Input<K>) => Promise<ReplyTo<K>>;
  /** Ends the program as its own menu would. */
  readonly close: () => Promise<void>;
}

/**
 * No keychain (`test/entry`): what a test does not ask for, it does not touch, and the developer's own never. Nor is
 * there a session bus, by which a program of Linux might find its way to one.
 */
export const noKeychain = {
  CARREL_KEYCHAIN: 'none',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
};

/** The machine that runs the tests may have a proxy; what they are about has none, unless a test says so. */
const noProxy = { https_proxy: '', http_proxy: '', all_proxy: '' };

/** The system's keychain, for a test that has brought a session of its own for it. */
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
    args: [folder, `--user-data-dir=${userData}`],
    // As root Electron does not start with it.
    chromiumSandbox: process.getuid?.() !== 0,
    ...{ cwd: root, env },
  });
  let said = '';
  app.process().stdout?.on('data', (data: Buffer) => (said += data.toString()));
  app.process().stderr?.on('data', (data: Buffer) => (said += data.toString()));
  const page = await app.firstWindow();
  page.setDefaultTimeout(15_000); // so that what is not found is named before the test's own time is up
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
    output: () => said,
    ask: <K extends CallName>(name: K, input: Input<K>) =>
      page.evaluate(
        ([what, id, given]) => (globalThis as unknown as { carrel: Bridge }).carrel.call(what, id, given),
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
    ({ BrowserWindow }, wanted) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setContentSize(wanted.width, wanted.height);
      window?.webContents.setZoomFactor(wanted.zoom);
    },
    { width, height, zoom },
  );
  // The window has its new size at once, the page some frames later; a zoom loses parts of a pixel.
  const within = zoom === 1 ? 0 : zoom;
  const isThere = `Math.abs(innerWidth * ${zoom} - ${width}) <= ${within} && Math.abs(innerHeight * ${zoom} - ${height}) <= ${within}`;
  const deadline = Date.now() + 10_000;
  while (!(await page.evaluate(isThere))) {
    if (Date.now() > deadline) throw new Error(`the window did not become ${width} × ${height}`);
    await setTimeout(20);
  }
}
