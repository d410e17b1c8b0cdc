import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { electronHost } from '../build/electron.ts';
import { provision } from '../build/provision.ts';
import { operations } from '../src/service/endpoints.ts';
import { testEntry } from './entry/build.ts';
import { callsVariable, emptyCalls, uncalled } from './entry/calls.ts';
import {
  type ScreensReport,
  screensSummary,
  type SuiteSummary,
  type UnitReport,
  unitSummary,
} from './summary.ts';

/**
 * Runs every suite, goes on after one that fails, and sums up in its last line: `N passed, M failed`.
 * `node test/run.ts [lint|check|unit|conformance|faults|kills|screens|installed …] [--long]`: the suites named, or all; `--long` adds the soaks.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false } },
});

/** By this every suite knows of `--long`. */
const long: NodeJS.ProcessEnv = values.long ? { CARREL_LONG: '1' } : {};

interface Count {
  passed: number;
  failed: number;
}

const resultsFolder = 'out/test';
mkdirSync(resultsFolder, { recursive: true });

/**
 * Runs a command of node_modules/.bin and returns its exit code. Its output is shown as it comes or, with a `title`, all
 * at once when it has ended, because other suites run at the same time.
 */
function run(
  command: string,
  args: readonly string[],
  {
    env = {},
    title,
    onOutput,
  }: {
    readonly env?: NodeJS.ProcessEnv;
    readonly title?: string;
    readonly onOutput?: (output: string) => void;
  } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: title === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.on('error', reject);
    child.on('close', (code) => {
      if (title !== undefined) console.log(`\n── ${title}\n${output.trimEnd()}`);
      onOutput?.(output);
      resolve(code ?? 1);
    });
  });
}

/** Runs a script that passes or fails as a whole. */
async function single(title: string, name: string): Promise<Count> {
  const isClean = (await run('npm', ['run', '--silent', name], { title })) === 0;
  console.log(`${title}: ${isClean ? 'clean' : 'FAILED'}`);
  if (!isClean) lastLines.push(`FAILED: ${title}`);
  return { passed: isClean ? 1 : 0, failed: isClean ? 0 : 1 };
}

/** By itself: it takes as long as the unit tests. */
const lint = (): Promise<Count> => single('lint', 'check:lint');

/** One after the other: each keeps one processor busy, and other suites run at the same time. */
async function check(): Promise<Count> {
  return total([
    await single('format', 'check:format'),
    await single('types', 'check:types'),
    await single('unused code', 'check:unused'),
  ]);
}

/** The file of a suite's report. The earlier one is removed, so that a suite that crashes has no report. */
function reportFile(suite: string): string {
  const file = `${resultsFolder}/${suite}.json`;
  rmSync(file, { force: true });
  return file;
}

/** More tests than this that pass only at the second try are a fault of the tests or the program, not of the machine. */
const mostSecondTries = 2;

/** Lines for the end of the output, where they are read after a long run. */
const lastLines: string[] = [];

function countOf(
  suite: string,
  code: number,
  { passed, failed, failures, secondTries }: SuiteSummary,
): Count {
  const tooMany = secondTries.length > mostSecondTries;
  lastLines.push(
    ...failures.map((one) => `FAILED in ${suite}: ${one}`),
    ...secondTries.map((one) => `only at the second try, in ${suite}: ${one}`),
  );
  if (tooMany) lastLines.push(`FAILED in ${suite}: ${secondTries.length} tests needed a second try`);
  if (code !== 0 && failures.length === 0) lastLines.push(`FAILED in ${suite}: an error outside any test`);
  return atLeastOneFailure(code, { passed, failed: failed + (tooMany ? 1 : 0) });
}

/** A suite with an exit code other than 0 has failed, also where it names no failed test. */
function atLeastOneFailure(code: number, count: Count): Count {
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
  return countOf('unit and service', code, unitSummary(JSON.parse(readFileSync(file, 'utf8')) as UnitReport));
}

/** Tries every operation and rule of the service description on the practice library over HTTP. */
async function conformance(): Promise<Count> {
  const file = reportFile('conformance');
  const args = ['test/conformance/run.ts', '--quiet', '--report', file];
  const code = await run('node', args, { title: 'conformance' });
  if (code !== 0) lastLines.push('FAILED: conformance');
  return atLeastOneFailure(code, JSON.parse(readFileSync(file, 'utf8')) as Count);
}

/** The simulation of main and the library with all kinds of faults, in simulated time, for a few seeds. */
function faults(): Promise<Count> {
  const often = values.long
    ? { usual: '1000000', late: '100000', shared: '100000', tables: '100000' }
    : { usual: '3000', late: '1500', shared: '1000', tables: '400' };
  return each('test:faults', 'test/simulation/run.ts', [
    ['--commands', often.usual, '--seed', '1'],
    ['--commands', often.late, '--seed', '1', '--late'],
    ['--commands', often.shared, '--seed', '1', '--who', '5'],
    ['--commands', often.tables, '--seed', '1', '--who', '6', '--late'],
    ['--kept'],
    ['--kept', '--late'],
  ]);
}

/** Kills the real program and the real server in the middle of work. */
function kills(): Promise<Count> {
  const often = values.long ? ['--kills', '50', '--settle', '420'] : ['--kills', '5'];
  return each('test:kills', 'test/simulation/kills/run.ts', [[...often, '--seed', '1']]);
}

/** Installs each package in a clean system, and works with it there. Only root on Linux can make one. */
function installed(): Promise<Count> {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') {
    lastLines.push('NOT RUN: the installed packages (only root on Linux can make a clean system)');
    return Promise.resolve({ passed: 0, failed: 0 });
  }
  return each('test:installed', 'test/packaging/installed/run.ts', [['deb'], ['rpm'], ['msi'], ['nsis']]);
}

/** Runs one script several times; each run passes or fails as a whole. */
async function each(name: string, file: string, runs: readonly (readonly string[])[]): Promise<Count> {
  let passed = 0;
  for (const args of runs) {
    const title = `npm run ${name} -- ${args.join(' ')}`;
    // The soaks take hours, and nothing runs at the same time.
    if (values.long) console.log(`\n── ${title}`);
    let end = '';
    const onOutput = (output: string): void =>
      void (end = output.trimEnd().split('\n').slice(-15).join('\n'));
    const code = await run('node', [file, ...args], values.long ? {} : { title, onOutput });
    if (code === 0) passed += 1;
    else lastLines.push(`FAILED: ${title}\n${end}`);
  }
  return { passed, failed: runs.length - passed };
}

async function screens(): Promise<Count> {
  console.log('\n── screens');
  const file = reportFile('screens');
  const calls = path.resolve(resultsFolder, 'calls');
  emptyCalls(calls);
  const env = { ...host.env, ...long, PLAYWRIGHT_JSON_OUTPUT_NAME: file, [callsVariable]: calls };
  const code = await run('playwright', ['test', '--reporter=list,json'], { env });
  const report = JSON.parse(readFileSync(file, 'utf8')) as ScreensReport;
  return total([countOf('screens', code, screensSummary(report)), everyOperation(calls)]);
}

/** Every operation of the table has a screen: some window test has made the program call it. */
function everyOperation(calls: string): Count {
  const missing = uncalled(calls);
  lastLines.push(...missing.map((operation) => `FAILED in screens: no window test calls ${operation}`));
  return { passed: operations.length - missing.length, failed: missing.length };
}

function total(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}

const suites = { lint, check, unit, conformance, faults, kills, screens, installed };
type Name = keyof typeof suites;
const isName = (name: string): name is Name => name in suites;

/** Runs a suite. One that throws has failed, and the others go on. */
function runSuite(name: Name): Promise<Count> {
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
const isSelected = (name: Name): boolean => positionals.length === 0 || positionals.includes(name);

/**
 * The suites of one row run one after the other, the rows of one turn at the same time, since unit tests mostly wait.
 * Window tests run alone, and so does each soak.
 */
const turns: readonly (readonly (readonly Name[])[])[] = values.long
  ? [
      [['lint']],
      [['check']],
      [['unit']],
      [['conformance']],
      [['faults']],
      [['kills']],
      [['screens']],
      [['installed']],
    ]
  : [[['lint'], ['unit'], ['conformance', 'faults', 'kills', 'check']], [['screens']]];

const host = await electronHost();
provision('test', host.kind);
if ((await run('npm', ['run', '--silent', 'build'])) !== 0) {
  console.log('the build failed, so nothing was tested\n0 passed, 1 failed');
  process.exit(1);
}
await testEntry(); // Here, so that two suites do not build it at the same time.
const counts: Count[] = [];
for (const rows of turns) {
  const row = async (names: readonly Name[]): Promise<void> => {
    for (const name of names.filter(isSelected)) counts.push(await runSuite(name));
  };
  await Promise.all(rows.map(row));
}
for (const line of lastLines) console.log(`\n${line}`);
const { passed, failed } = total(counts);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
