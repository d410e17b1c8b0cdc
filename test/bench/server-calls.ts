import { Agent, request } from 'node:http';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { seeded } from '../../src/server/sample/random.ts';
import type { Kind, Sizes } from './server-kinds.ts';

/** Calls a library over kept connections, and says how many milliseconds each call took. */
export interface Caller {
  call(kind: Kind): Promise<number>;
  /** How many patrons a search has found, on average. */
  hits(): number;
}

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly text: string;
  readonly ms: number;
}

/** Patrons and items by chance, but the same ones each time. Loans go on through the shelves: each copy once. */
export function callerOf(url: string, key: string, { patrons, items }: Sizes): Caller {
  const agent = new Agent({ keepAlive: true });
  const random = seeded(7);
  const found: number[] = [];
  let copy = 0;

  const send = (method: string, address: string, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const headers = { Authorization: `apikey ${key}` };
      const call = request(address, { method, agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject).on('end', () => {
          const ms = performance.now() - began;
          const text = Buffer.concat(parts).toString();
          resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '', text, ms });
        });
      });
      call.on('error', reject).end(body);
    });
  const patron = () => barcodeOf('patron', 1001 + random.below(patrons - 20));
  const item = () => barcodeOf('item', 10_000 + random.below(items - 200));

  const take = (answer: Answer, expected: number): number => {
    if (answer.status !== expected)
      throw new Error(`${answer.status} where ${expected} was expected: ${answer.text}`);
    return answer.ms;
  };

  /** The first letters of the last name of some patron, so many of them. */
  const search = async (letters: number): Promise<number> => {
    const user = JSON.parse((await send('GET', `${url}/users/${patron()}`)).text) as { last_name: string };
    const beginning = Array.from(user.last_name).slice(0, letters).join('');
    const answer = await send('GET', `${url}/users?q=${encodeURIComponent(`last_name~"${beginning}"`)}`);
    const { total_record_count: total } = JSON.parse(answer.text) as { total_record_count: number };
    if (letters > 1) found.push(total);
    return take(answer, 200);
  };

  const lend = async (): Promise<number> => {
    for (;;) {
      // Some copies are lent, or not for loan, and some patrons' cards have run out: those do not count.
      copy = (copy + 1 + random.below(3)) % (items - 200);
      const answer = await send(
        'POST',
        `${url}/users/${patron()}/loans?item_barcode=${barcodeOf('item', 10_000 + copy)}`,
        '{"circ_desk":{"value":"DEFAULT_CIRC_DESK"},"library":{"value":"MAIN"}}',
      );
      if (answer.status !== 400) return take(answer, 200);
    }
  };

  return {
    call: async (kind) => {
      switch (kind) {
        case 'empty':
          return take(await send('GET', new URL('/health', url).href), 200);
        case 'user':
          return take(await send('GET', `${url}/users/${patron()}`), 200);
        case 'loan':
          return lend();
        case 'item by barcode':
          return take(await send('GET', `${url}/items?item_barcode=${item()}`), 302);
        case 'item': {
          const { location } = await send('GET', `${url}/items?item_barcode=${item()}`);
          return take(await send('GET', new URL(location, url).href), 200);
        }
        case 'search':
          return search(3);
        case 'search by initial':
          return search(1);
      }
    },
    hits: () => found.reduce((sum, total) => sum + total, 0) / found.length,
  };
}
