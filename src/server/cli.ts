import { parseArgs } from 'node:util';
import { faultPanel } from './faults/index.ts';
import type { SampleSize } from './sample/index.ts';
import { type RunningServer, type ServerOptions, startServer } from './server.ts';

const USAGE = [
  'npm run server -- [--help] [--port N] [--key K] [--database FILE|:memory:] [--delay MS] [--faults]',
  '  [--patrons N --items N --seed N | --empty] [--currency C] [--per-second N] [--log]',
].join('\n');

/** What is wrong with the command line, in words for the person who typed it. */
class Misuse extends Error {
  override readonly name = 'Misuse';
}

function readOptions(args: string[]): ServerOptions {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        port: { type: 'string' },
        key: { type: 'string' },
        database: { type: 'string' },
        delay: { type: 'string' },
        empty: { type: 'boolean', default: false },
        patrons: { type: 'string' },
        items: { type: 'string' },
        seed: { type: 'string' },
        currency: { type: 'string' },
        'per-second': { type: 'string' },
        log: { type: 'boolean', default: false },
        faults: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error));
  }
  if (values.key === '') throw new Misuse('--key needs a key.');
  if (values.database === '') throw new Misuse('--database needs a file, or :memory:.');
  return {
    port: wholeNumber('--port', values.port, 65_535) ?? 0,
    key: values.key,
    database: values.database ?? ':memory:',
    delayMs: wholeNumber('--delay', values.delay, 600_000) ?? 0,
    empty: values.empty,
    sample: sizeOf(values),
    currency: currencyOf(values.currency),
    faults: values.faults ? faultPanel : undefined,
    perSecond: wholeNumber('--per-second', values['per-second'], 10_000),
    log: values.log ? (line) => void process.stderr.write(line) : undefined,
  };
}

/** A size that is half said keeps five items to a patron, as the usual library has. */
function sizeOf(values: { patrons?: string; items?: string; seed?: string }): Partial<SampleSize> {
  const patrons = wholeNumber('--patrons', values.patrons, 1_000_000);
  const items = wholeNumber('--items', values.items, 10_000_000);
  const seed = wholeNumber('--seed', values.seed, 2 ** 32 - 1);
  return {
    ...(patrons === undefined ? {} : { patrons, items: items ?? 5 * patrons }),
    ...(items === undefined ? {} : { items }),
    ...(seed === undefined ? {} : { seed }),
  };
}

function currencyOf(code: string | undefined): string | undefined {
  if (code === undefined || /^[A-Z]{3}$/.test(code)) return code;
  throw new Misuse(`--currency takes a code such as KWD, not ${JSON.stringify(code)}.`);
}

function wholeNumber(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  throw new Misuse(`${name} takes a whole number from 0 to ${most}, not ${JSON.stringify(text)}.`);
}

function endOnSignal(server: RunningServer): void {
  const end = () => {
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

async function serve(options: ServerOptions): Promise<void> {
  const server = await startServer(options);
  endOnSignal(server);
  if (server.filled && server.filled.patrons > 0) {
    const { patrons, items, ms } = server.filled;
    console.log(
      `Sample library of ${patrons} patrons and ${items} items made in ${(ms / 1000).toFixed(1)} s`,
    );
  }
  if (options.key === undefined) console.log(`Practice key: ${server.key}`);
  console.log(`Carrel library service listening on ${server.url}`);
}

const args = process.argv.slice(2);
try {
  if (args.includes('--help')) console.log(`Usage: ${USAGE}`);
  else await serve(readOptions(args));
} catch (error) {
  const misuse = error instanceof Misuse;
  console.error(error instanceof Error ? error.message : String(error));
  if (misuse) console.error(`Usage: ${USAGE}`);
  process.exitCode = misuse ? 2 : 1;
}
