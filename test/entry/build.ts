import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isNewer } from '../../build/bundle.ts';
import { root } from '../../build/electron.ts';

const folder = path.join(root, 'out/test-entry');
const here = import.meta.dirname;
const files = ['main.js', 'practice-library.js', 'package.json'].map((name) => path.join(folder, name));
const sources = [
  here,
  path.join(here, '../conformance/coverage.ts'),
  ...['src/server', 'src/service', 'src/main/policy', 'package.json'].map((name) => path.join(root, name)),
];

let built: Promise<string> | undefined;

/** The folder with the entry for tests, to be started as the program's own folder is; built where it is not current. */
export function testEntry(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  if (isNewer(files, sources)) return folder;
  const vite = await import('vite');
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const { name, productName, version, type } = manifest;
  await vite.build({
    configFile: false,
    logLevel: 'warn',
    root: here,
    // All of it in the bundle, as in the program's own.
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: ['main', 'practice-library'].map((entry) => path.join(here, `${entry}.ts`)),
        external: ['electron'],
      },
    },
    plugins: [
      {
        name: 'package.json',
        generateBundle() {
          const source = JSON.stringify({ name, productName, version, type, main: 'main.js' });
          this.emitFile({ type: 'asset', fileName: 'package.json', source });
        },
      },
    ],
  });
  return folder;
}

/** Playwright's global setup: before its workers, which would build it side by side. */
export default async function setUp(): Promise<void> {
  await testEntry();
}
