import { writeFile } from 'node:fs/promises';
import { areas as allAreas } from './checks/index.ts';
import { Service } from './http.ts';
import { masking, readKey } from './key.ts';
import { Misuse, type Options, readOptions, USAGE, isLoopback } from './options.ts';
import { ownLibrary, type Target } from './own.ts';
import { exitCodeOf, lineOf, summaryOf } from './report.ts';
import { withRoot } from './root.ts';
import { runSuite } from './suite.ts';
import { World } from './world.ts';

/** A service that others use too is called no more than eight times a second. */
const GAP_MS = 125;

/**
 * `npm run conformance`: tries every operation and rule of the service description on a service, ours by default.
 * Ends with 1 where something failed or was not covered, with 2 where it was asked for in a wrong way.
 */
async function main(options: Options): Promise<number> {
  const target = await targetOf(options);
  const say = masking(target.key, console.log);
  try {
    const reach = {
      baseUrl: target.url,
      key: target.key,
      readOnly: options.readOnly,
      gapMs: isLoopback(new URL(target.url).hostname) ? 0 : GAP_MS,
    };
    const world = new World(new Service(reach), options.codes, options);
    const areas = chosenAreas(options.areas);
    let area = '';
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort());
    const report = await runSuite(world, areas, {
      signal: stop.signal,
      strict: options.strict,
      whole: areas === allAreas,
      onOutcome: (outcome) => {
        if (options.quiet) return;
        if (outcome.area !== area) say(`\n${(area = outcome.area)}`);
        say(lineOf(outcome));
      },
    });
    if (options.report !== undefined) {
      const { operations, passed, failed } = report;
      await writeFile(options.report, JSON.stringify({ operations, passed, failed }));
    }
    say(summaryOf(report));
    return exitCodeOf(report);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return 1;
  } finally {
    await target.close();
  }
}

async function targetOf({ baseUrl, key }: Options): Promise<Target> {
  if (baseUrl === undefined) return ownLibrary();
  const input = typeof key === 'object' ? key.value : await readKey(process.stdin, process.stderr);
  return { url: await withRoot(baseUrl), key: input, close: () => Promise.resolve() };
}

function chosenAreas(names: readonly string[]) {
  if (names.length === 0) return allAreas;
  return names.flatMap((name) => {
    const chosen = allAreas.filter(({ title }) => title.toLowerCase().startsWith(name.toLowerCase()));
    if (chosen.length > 0) return chosen;
    throw new Misuse(`--area knows no ${name}: there are ${allAreas.map(({ title }) => title).join(', ')}.`);
  });
}

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof Misuse)) throw error;
  console.error(`${error.message}\nUsage: ${USAGE}`);
  process.exitCode = 2;
}
