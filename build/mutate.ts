/**
 * `npm run mutate -- [area …]`: puts small faults into the code that must not have any, one at a time, and runs the
 * tests of their area that reach them. What came of it is noted, file by file, in `test/mutation/scores.md`.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { Stryker } from '@stryker-mutator/core';
import { format, resolveConfig } from 'prettier';
import { mutationAreas } from './mutation-areas.ts';
import { fail } from './run.ts';
import { withArea, type FileScore } from './mutation-scores.ts';

const table = 'test/mutation/scores.md';
/** Below this an area has failed. */
const wanted = 90;

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

function scoresOf(results: readonly Result[]): FileScore[] {
  const files = Map.groupBy(results, ({ fileName }) => fileName.slice(process.cwd().length + 1));
  return Array.from(files, ([file, of]) => {
    const count = (...states: Result['status'][]): number =>
      of.filter(({ status }) => states.includes(status)).length;
    return {
      file,
      noticed: count('Killed', 'Timeout'),
      unnoticed: count('Survived'),
      unreached: count('NoCoverage'),
      untried: count('Ignored', 'CompileError', 'RuntimeError', 'Pending'),
    };
  });
}

async function run(name: string): Promise<number> {
  const area = mutationAreas[name];
  if (area === undefined) throw new Error(`areas: ${Object.keys(mutationAreas).join(', ')}`);
  const results = await new Stryker({
    configFile: 'build/stryker.config.js',
    mutate: [...area.mutate],
    testFiles: [...area.tests],
    incrementalFile: `out/mutation/${name}.incremental.json`,
    htmlReporter: { fileName: `out/mutation/${name}.html` },
    jsonReporter: { fileName: `out/mutation/${name}.json` },
  }).runMutationTest();
  const files = scoresOf(results);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const { text, score } = withArea(fs.readFileSync(table, 'utf8'), name, { files, commit, at: new Date() });
  fs.writeFileSync(table, await format(text, { ...(await resolveConfig(table)), filepath: table }));
  console.log(`${name}: ${score.toFixed(1)} %`);
  return score;
}

try {
  const asked = process.argv.slice(2);
  const scores: number[] = [];
  for (const name of asked.length > 0 ? asked : Object.keys(mutationAreas)) scores.push(await run(name));
  process.exitCode = scores.every((score) => score >= wanted) ? 0 : 1;
} catch (error) {
  fail(error);
}
