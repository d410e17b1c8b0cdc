import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BrokenService, breakService } from './broken.ts';
import { ownLibrary, type Target } from './own.ts';

vi.setConfig({ testTimeout: 60_000 });

const script = fileURLToPath(new URL('run.ts', import.meta.url));
const last = /^operations \d+\/\d+ \(\+\d assumed\), checks \d+ passed, \d+ failed$/;

let library: Target;
/** A service with a fault, that says the caller's key in its answer. */
let telltale: BrokenService;

beforeAll(async () => {
  library = await ownLibrary();
  telltale = await breakService(library.url, (passing) => {
    if (!passing.path.endsWith('/personal-data')) return;
    const error = { errorCode: '1', errorMessage: `You sent ${library.key}.`, trackingId: 'E01' };
    Object.assign(passing, { status: 500, body: JSON.stringify({ errorList: { error: [error] } }) });
  });
});
afterAll(async () => {
  await telltale.close();
  await library.close();
});

/** Runs the suite as a person does; answers what it printed, and how it ended. */
function run(
  args: readonly string[],
  input = '',
): Promise<{ code: number | null; out: string; lastLine: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args]);
    let out = '';
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (out += part.toString()));
    child.on('close', (code) => resolve({ code, out, lastLine: out.trimEnd().split('\n').at(-1) ?? '' }));
    child.stdin.end(input);
  });
}

test('a service that fails nothing ends with 0, and its last line has the numbers', async () => {
  const { code, lastLine } = await run([
    '--base-url',
    library.url,
    '--key',
    library.key,
    '--area',
    'Notes',
    '--strict',
  ]);
  expect(lastLine).toMatch(last);
  expect(code).toBe(0);
});

test('the key comes on standard input, is never printed, and a failure ends with 1', async () => {
  const { code, out, lastLine } = await run(
    ['--base-url', telltale.url, '--key', '-', '--area', 'Users'],
    `${library.key}\n`,
  );
  expect(out).toContain('You sent •••');
  expect(out).not.toContain(library.key);
  expect(lastLine).toMatch(last);
  expect(code).toBe(1);
});

test('a wrong command line ends with 2 and says how it is used, without the key', async () => {
  const { code, out } = await run(['--base-url', 'https://library.example.org/svcws', '--key', library.key]);
  expect(code).toBe(2);
  expect(out).toContain('Usage: npm run conformance');
  expect(out).not.toContain(library.key);
});
