import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { electronHost } from '../build/electron.ts';
import { provision } from '../build/provision.ts';
import { testEntry } from './entry/build.ts';
import { type ScreensReport, screensTold, type Told, type UnitReport, unitTold } from './reports.ts';

/**
 * Runs every suite, goes on after one that fails, and sums up in its last line: `N passed, M failed`.
 * `node test/run.ts [check|unit|conformance|faults|kills|screens …] [--long]`: the suites named, or all; `--long` adds the soaks.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false } },
});

/** Every suite is told so in the same way. */
const long: NodeJS.ProcessEnv = values.long ? { CARREL_LONG: '1' } : {};

interface Count {
  passed: number;
  failed: number;
}

const results = 'out/test';
mkdirSync(results, { recursive: true });

/**
 * Runs a command of node_modules/.bin and answers its exit code. What it prints is shown as it comes or, where others run
 * at the same time, all at once when it has ended.
 */
function run(
  command: string,
  args: readonly string[],
  { env = {}, title }: { readonly env?: NodeJS.ProcessEnv; readonly title?: string } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: title === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
    }
    child.on('error', reject);
    child.on('close', (code) => {
      if (title !== undefined) console.log(`\n── ${title}\n${said.trimEnd()}`);
      resolve(code ?? 1);
    });
  });
}

/** One script that passes or fails as a whole. */
async function single(title: string, name: string): Promise<Count> {
  const isClean = (await run('npm', ['run', '--silent', name], { title })) === 0;
  console.log(`${title}: ${isClean ? 'clean' : 'FAILED'}`);
  if (!isClean) toRepeat.push(`FAILED: ${title}`);
  return { passed: isClean ? 1 : 0, failed: isClean ? 0 : 1 };
}

/** Each keeps one processor busy, and other suites run beside them: so one after the other. */
async function check(): Promise<Count> {
  return total([
    await single('lint', 'check:lint'),
    await single('format', 'check:format'),
    await single('types', 'check:types'),
    await single('unused code', 'check:unused'),
  ]);
}

/** The file a suite reports into; an earlier run's is gone, so that a suite that crashes reports nothing. */
function reportFile(suite: string): string {
  const file = `${results}/${suite}.json`;
  rmSync(file, { force: true });
  return file;
}

/** A test that passes only when it is tried again is a fault of the test or of the program; so many may be the machine's. */
const mostSecondTries = 2;

/** Names that the last lines repeat: whoever reads a long run reads its end. */
const toRepeat: string[] = [];

function told(suite: string, code: number, { passed, failed, failures, secondTries }: Told): Count {
  const tooMany = secondTries.length > mostSecondTries;
  toRepeat.push(
    ...failures.map((one) => `FAILED in ${suite}: ${one}`),
    ...secondTries.map((one) => `only at the second try, in ${suite}: ${one}`),
  );
  if (tooMany) toRepeat.push(`FAILED in ${suite}: ${secondTries.length} tests needed a second try`);
  if (code !== 0 && failures.length === 0) toRepeat.push(`FAILED in ${suite}: an error outside any test`);
  return counted(code, { passed, failed: failed + (tooMany ? 1 : 0) });
}

/** A suite that exits badly without naming a failed test has failed all the same. */
function counted(code: number, count: Count): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

async function unit(): Promise<Count> {
  console.log('\n── unit and service');
  const file = reportFile('unit');
  const code = await run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { env: long },
  );
  return told('unit and service', code, unitTold(JSON.parse(readFileSync(file, 'utf8')) as UnitReport));
}

/** Every operation and rule of the service description, tried on our own service over HTTP. */
async function conformance(): Promise<Count> {
  const file = reportFile('conformance');
  const args = ['test/conformance/run.ts', '--quiet', '--report', file];
  const code = await run('node', args, { title: 'conformance' });
  return counted(code, JSON.parse(readFileSync(file, 'utf8')) as Count);
}

/** Main and the library against whatever can go wrong, in a time of their own: the worlds of a few seeds. */
function faults(): Promise<Count> {
  const often = values.long
    ? { usual: '1000000', late: '100000', shared: '100000' }
    : { usual: '3000', late: '1500', shared: '1000' };
  return each('test:faults', 'test/simulation/run.ts', [
    ['--commands', often.usual, '--seed', '1'],
    ['--commands', often.late, '--seed', '1', '--late'],
    ['--commands', often.shared, '--seed', '1', '--who', '3'],
    ['--kept'],
    ['--kept', '--late'],
  ]);
}

/** The real program and the real server, killed while people work. */
function kills(): Promise<Count> {
  const often = values.long ? ['--kills', '50', '--settle', '420'] : ['--kills', '5'];
  return each('test:kills', 'test/simulation/kills/run.ts', [[...often, '--seed', '1']]);
}

/** The runs of one script, each of which passes or fails as a whole. */
async function each(name: string, file: string, runs: readonly (readonly string[])[]): Promise<Count> {
  let passed = 0;
  for (const args of runs) {
    const title = `npm run ${name} -- ${args.join(' ')}`;
    // The soaks take hours, and nothing runs beside them.
    if (values.long) console.log(`\n── ${title}`);
    const code = await run('node', [file, ...args], values.long ? {} : { title });
    if (code === 0) passed += 1;
    else toRepeat.push(`FAILED: ${title}`);
  }
  return { passed, failed: runs.length - passed };
}

async function screens(): Promise<Count> {
  console.log('\n── screens');
  const file = reportFile('screens');
  const env = { ...host.env, ...long, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = await run('playwright', ['test', '--reporter=list,json'], { env });
  return told('screens', code, screensTold(JSON.parse(readFileSync(file, 'utf8')) as ScreensReport));
}

function total(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}

const suites = { check, unit, conformance, faults, kills, screens };
type Name = keyof typeof suites;
const isName = (name: string): name is Name => name in suites;

/** A suite that ends in an error of its own has failed, and the others go on. */
function played(name: Name): Promise<Count> {
  return suites[name]().catch((error: unknown) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
}

const unknown = positionals.find((name) => !isName(name));
if (unknown !== undefined) {
  console.error(`no suite ${unknown}: there are ${Object.keys(suites).join(', ')}`);
  process.exit(1);
}
const isWanted = (name: Name): boolean => positionals.length === 0 || positionals.includes(name);

/**
 * Suites of one row run one after the other, and the rows of one turn at the same time: much of the unit tests is
 * waiting. Windows have the machine to themselves, and so has each soak.
 */
const turns: readonly (readonly (readonly Name[])[])[] = values.long
  ? [[['check']], [['unit']], [['conformance']], [['faults']], [['kills']], [['screens']]]
  : [[['check'], ['unit'], ['conformance', 'faults', 'kills']], [['screens']]];

const host = await electronHost();
provision('test', host.kind);
if ((await run('npm', ['run', '--silent', 'build'])) !== 0) {
  console.log('the build failed, so nothing was tested\n0 passed, 1 failed');
  process.exit(1);
}
await testEntry(); // Before two suites that need it would build it at the same time.
const counts: Count[] = [];
for (const rows of turns) {
  const row = async (names: readonly Name[]): Promise<void> => {
    for (const name of names.filter(isWanted)) counts.push(await played(name));
  };
  await Promise.all(rows.map(row));
}
for (const line of toRepeat) console.log(`\n${line}`);
const { passed, failed } = total(counts);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
