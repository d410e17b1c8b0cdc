import { createClient } from '../../src/client/client.ts';
import { noLimit } from '../../src/client/limiter.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { startProcess } from '../server/process.ts';
import { figuresOf } from './figures.ts';
import type { Findings } from './target.ts';

const key = 'bench';
const calls = 2000;
/** One and the other in turn, because machines have moods. */
const inABatch = 100;
const turns = 7;
const concurrencies = [1, 16];
const mostTimes = 1.5;

/** One GET of a patron. */
type Get = (patron: string) => Promise<unknown>;

/**
 * The client over a bare `fetch` to the same practice library, with the limiter off: so many GETs of a user, each of
 * another, one at a time and sixteen at once, after a turn each that does not count. `fetch` reads and parses the answer, as whoever calls it by hand would.
 */
export async function measureClient(): Promise<Findings> {
  const server = startProcess('--key', key);
  try {
    const url = await server.url;
    const findings: Findings[] = [];
    for (const concurrency of concurrencies) findings.push(await compare(url, concurrency));
    return {
      series: findings.flatMap(({ series }) => series),
      targets: findings.flatMap(({ targets }) => targets),
      notes: [
        `Client: ${turns} turns of ${calls} GETs each, in batches of ${inABatch}; a figure is the time of one turn, and the ratio is the median of the turns' own.`,
      ],
    };
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
}

async function compare(url: string, concurrency: number): Promise<Findings> {
  const client = createClient({ address: url, key: () => key, limiter: noLimit });
  const ways: Readonly<Record<'bare' | 'ours', Get>> = {
    bare: async (patron) => {
      const answer = await fetch(`${url}/users/${encodeURIComponent(patron)}`, {
        headers: { authorization: `apikey ${key}`, accept: 'application/json' },
      });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      return answer.json();
    },
    ours: (patron) => client.call('users.get', { path: { user_id: patron } }),
  };
  const took = { bare: [] as number[], ours: [] as number[] };
  for (let turn = -1; turn < turns; turn += 1) {
    const sums = { bare: 0, ours: 0 };
    for (let batch = 0; batch < calls / inABatch; batch += 1) {
      // Neither is always the one that comes after the other.
      const order = batch % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const);
      for (const way of order) sums[way] += await timeOf(ways[way], concurrency);
    }
    if (turn < 0) continue;
    took.bare.push(sums.bare);
    took.ours.push(sums.ours);
  }
  const { bare, ours } = took;
  const at = `${concurrency} at once`;
  const ratios = ours.map((took, turn) => took / (bare[turn] ?? Number.NaN));
  return {
    series: [
      { what: `${calls} GETs by bare fetch, ${at}`, figures: figuresOf(bare) },
      { what: `${calls} GETs by the client, ${at}`, figures: figuresOf(ours) },
    ],
    targets: [
      {
        what: `Client against bare fetch, ${at}`,
        unit: 'times',
        atMost: mostTimes,
        measured: figuresOf(ratios).median,
      },
    ],
  };
}

/** How long a batch of GETs takes, so many at once. */
async function timeOf(get: Get, concurrency: number): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < inABatch) await get(barcodeOf('patron', 1001 + next++));
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: concurrency }, worker));
  return performance.now() - began;
}
