import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProcess } from '../server/process.ts';
import { figuresOf, type Figures, rounded } from './figures.ts';
import { type Caller, callerOf } from './server-calls.ts';
import { type Kind, kinds, type Sizes } from './server-kinds.ts';
import type { Findings, Target } from './target.ts';

/** How the library grows from the smaller one to the larger. */
const sizes = {
  full: { small: { patrons: 1000, items: 5000 }, large: { patrons: 100_000, items: 500_000 }, calls: 1500 },
  quick: { small: { patrons: 500, items: 2500 }, large: { patrons: 5000, items: 25_000 }, calls: 300 },
};
/** The routes take turns, so many calls each: what else the machine does meanwhile strikes all alike. */
const inATurn = 25;
const atOnce = 16;

/** What was measured of one library. */
interface Measured {
  readonly size: Sizes;
  readonly figures: Readonly<Record<Kind, Figures>>;
  readonly perSecond: Readonly<Record<'user' | 'loan', number>>;
  readonly loadingSeconds: number;
  readonly hits: number;
}

/**
 * The practice library as a process of its own, on a file, asked over HTTP: a desk's calls against an empty route of
 * the same server, in a library of the size of a town's, and how each changes from a small one.
 */
export async function measureServer(quick: boolean): Promise<Findings> {
  const { small, large, calls } = quick ? sizes.quick : sizes.full;
  await using smallLibrary = await openLibrary(small);
  await using largeLibrary = await openLibrary(large);
  const both = [smallLibrary, largeLibrary];
  await turns(both, Math.ceil(calls / 5));
  const [ofSmall, ofLarge] = await turns(both, calls);
  const one = await measured(smallLibrary, ofSmall, calls);
  const other = await measured(largeLibrary, ofLarge, calls);
  return {
    series: [one, other].flatMap(({ size, figures }) =>
      kinds.map((kind) => ({
        what: `Server, ${count(size.patrons)} patrons: ${kind}`,
        figures: figures[kind],
      })),
    ),
    targets: [...ratios(other), ...growths(one, other)],
    notes: [one, other].map(
      ({ size, perSecond, loadingSeconds, hits }) =>
        `${count(size.patrons)} patrons and ${count(size.items)} items: made in ${loadingSeconds} s; ${count(Math.round(perSecond.user))} users a second and ${count(Math.round(perSecond.loan))} loans a second at concurrency ${atOnce}; a search finds ${count(Math.round(hits))} patrons on average.`,
    ),
  };
}

function ratios({ figures, size }: Measured): Target[] {
  const most: Partial<Record<Kind, number>> = { user: 3, loan: 3, 'item by barcode': 3, search: 10 };
  return Object.entries(most).map(([kind, atMost]) => ({
    what: `Server, ${count(size.patrons)} patrons: ${kind} against an empty route, p99`,
    unit: 'times',
    atMost,
    measured: figures[kind as Kind].p99 / figures.empty.p99,
  }));
}

/**
 * From 1,000 to 100,000 a logarithm grows by 5/3, and so may each call: medians, of two libraries that were asked in
 * turns. A search by one letter is shown, not judged: what it finds grows with the library.
 */
function growths(small: Measured, large: Measured): Target[] {
  const atMost = rounded(Math.log(large.size.patrons) / Math.log(small.size.patrons));
  const grown = (kind: Kind) => large.figures[kind].median / small.figures[kind].median;
  const records = ({ size, loadingSeconds }: Measured) => loadingSeconds / (size.patrons + size.items);
  const span = `${count(small.size.patrons)} to ${count(large.size.patrons)} patrons`;
  return [
    ...kinds
      .filter((kind) => kind !== 'empty' && kind !== 'search by initial')
      .map((kind) => ({
        what: `Server, ${span}: ${kind}`,
        unit: 'times' as const,
        atMost,
        measured: grown(kind),
      })),
    {
      what: `Server, ${span}: loading a record`,
      unit: 'times',
      atMost,
      measured: records(large) / records(small),
    },
  ];
}

interface OpenLibrary extends AsyncDisposable {
  readonly size: Sizes;
  readonly caller: Caller;
  readonly loadingSeconds: number;
}

async function openLibrary(size: Sizes): Promise<OpenLibrary> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-bench-'));
  const server = startProcess(
    ...['--key', 'bench', '--database', path.join(folder, 'library.db')],
    ...['--patrons', String(size.patrons), '--items', String(size.items)],
  );
  const close = async () => {
    server.child.kill('SIGTERM');
    await server.ended;
    await rm(folder, { recursive: true });
  };
  try {
    const url = await server.url;
    const loadingSeconds = Number(/made in ([\d.]+) s/.exec(server.said())?.[1]);
    return { size, caller: callerOf(url, 'bench', size), loadingSeconds, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Took = Record<Kind, number[]>;

async function measured(library: OpenLibrary, took: Took | undefined, calls: number): Promise<Measured> {
  const { size, caller, loadingSeconds } = library;
  const figures = Object.fromEntries(kinds.map((kind) => [kind, figuresOf(took?.[kind] ?? [])]));
  return {
    size,
    figures: figures as Record<Kind, Figures>,
    perSecond: {
      user: await throughput(caller, 'user', calls),
      loan: await throughput(caller, 'loan', calls),
    },
    loadingSeconds,
    hits: caller.hits(),
  };
}

async function turns(libraries: readonly OpenLibrary[], calls: number): Promise<Took[]> {
  const took = libraries.map(() => Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Took);
  for (let done = 0; done < calls; done += inATurn) {
    for (const kind of kinds) {
      for (const [index, { caller }] of libraries.entries()) {
        for (let call = 0; call < inATurn; call += 1) took[index]?.[kind].push(await caller.call(kind));
      }
    }
  }
  return took;
}

async function throughput(caller: Caller, kind: Kind, calls: number): Promise<number> {
  let remaining = calls;
  const work = async () => {
    while (remaining > 0) {
      remaining -= 1;
      await caller.call(kind);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, work));
  return calls / ((performance.now() - began) / 1000);
}

const count = (number: number) => number.toLocaleString('en');
