import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { electronHost } from '../build/electron.ts';
import { provision } from '../build/provision.ts';
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

/** Runs a command of node_modules/.bin with what it prints shown, and answers its exit code. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Runs one of package.json's scripts; what it prints is kept, for it is not the only one that runs. */
function script(name: string): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', name], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    }
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code: code ?? 1, said });
    });
  });
}

/** One script that passes or fails as a whole. */
async function single(title: string, name: string): Promise<Count> {
  const { code, said } = await script(name);
  console.log(`\n── ${title}\n${said}${title}: ${code === 0 ? 'clean' : 'FAILED'}`);
  if (code !== 0) toRepeat.push(`FAILED: ${title}`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

async function check(): Promise<Count> {
  // The lint takes longer than the others together, and each keeps one processor busy.
  const lint = single('lint', 'check:lint');
  const others = [
    await single('format', 'check:format'),
    await single('types', 'check:types'),
    await single('unused code', 'check:unused'),
  ];
  return total([await lint, ...others]);
}

/** The file a suite reports into; an earlier run's is gone, so that a suite that crashes reports nothing. */
function reportFile(suite: string): string {
  const file = `${results}/${suite}.json`;
  rmSync(file, { force: true });
  return file;
}

/** Names that the last lines repeat: whoever reads a long run reads its end. */
const toRepeat: string[] = [];

function told(suite: string, code: number, { passed, failed, failures, secondTries }: Told): Count {
  toRepeat.push(
    ...failures.map((one) => `FAILED in ${suite}: ${one}`),
    ...secondTries.map((one) => `only at the second try, in ${suite}: ${one}`),
  );
  if (code !== 0 && failures.length === 0) toRepeat.push(`FAILED in ${suite}: an error outside any test`);
  return counted(code, { passed, failed });
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
    long,
  );
  return told('unit and service', code, unitTold(JSON.parse(readFileSync(file, 'utf8')) as UnitReport));
}

/** Every operation and rule of the service description, tried on our own service over HTTP. */
async function conformance(): Promise<Count> {
  console.log('\n── conformance');
  const file = reportFile('conformance');
  const code = await run('node', ['test/conformance/run.ts', '--quiet', '--report', file]);
  return counted(code, JSON.parse(readFileSync(file, 'utf8')) as Count);
}

/** Main and the library against whatever can go wrong, in a time of their own: the worlds of a few seeds. */
function faults(): Promise<Count> {
  console.log('\n── faults');
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
  console.log('\n── kills');
  const often = values.long ? ['--kills', '50', '--settle', '420'] : ['--kills', '5'];
  return each('test:kills', 'test/simulation/kills/run.ts', [[...often, '--seed', '1']]);
}

/** The runs of one script, each of which passes or fails as a whole. */
async function each(name: string, file: string, runs: readonly (readonly string[])[]): Promise<Count> {
  let passed = 0;
  for (const args of runs) {
    const code = await run('node', [file, ...args]);
    if (code === 0) passed += 1;
    else toRepeat.push(`FAILED: npm run ${name} -- ${args.join(' ')}`);
  }
  return { passed, failed: runs.length - passed };
}

async function screens(): Promise<Count> {
  console.log('\n── screens');
  const file = reportFile('screens');
  const code = await run('playwright', ['test', '--reporter=list,json'], {
    ...host.env,
    ...long,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return told('screens', code, screensTold(JSON.parse(readFileSync(file, 'utf8')) as ScreensReport));
}

function total(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}

const suites = { check, unit, conformance, faults, kills, screens };
const chosen = positionals.length === 0 ? Object.keys(suites) : positionals;

const host = await electronHost();
provision('test', host.kind);
if ((await run('npm', ['run', '--silent', 'build'])) !== 0) {
  console.log('the build failed, so nothing was tested\n0 passed, 1 failed');
  process.exit(1);
}
const counts: Count[] = [];
for (const name of chosen) {
  const suite = suites[name as keyof typeof suites] as (() => Promise<Count>) | undefined;
  if (!suite) throw new Error(`no suite ${name}: there are ${Object.keys(suites).join(', ')}`);
  counts.push(
    await suite().catch((error: unknown) => {
      console.error(error);
      return { passed: 0, failed: 1 };
    }),
  );
}
for (const line of toRepeat) console.log(`\n${line}`);
const { passed, failed } = total(counts);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
