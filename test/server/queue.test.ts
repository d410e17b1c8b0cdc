import { request as send } from 'node:http';
import { expect, test } from 'vitest';
import { sampleCode } from '../../src/service/samples.ts';
import { done, itemOf, newPatron, sharedLibrary } from './harness.ts';

const library = sharedLibrary();

interface Placed {
  readonly request_id: string;
  readonly place_in_queue: number;
}

/** Sends over a connection of its own, and tells its port: no two of these wait for each other in the client. */
function alone(method: string, path: string, body?: object): Promise<{ port: number; placed: Placed }> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `apikey ${library.key}`, Connection: 'close' };
    const call = send(`${library.url}${path}`, { method, headers, agent: false }, (answer) => {
      const port = answer.socket.localPort ?? 0;
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ port, placed: JSON.parse(text === '' ? '{}' : text) as Placed }));
    });
    call.on('error', reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test('twenty holds over twenty connections, and cancelling some of them, leave no gap in the queue', async () => {
  const { bib_data: bib } = await itemOf(library, sampleCode('itemOnLoan'));
  const users = await Promise.all(Array.from({ length: 20 }, () => newPatron(library)));
  const hold = { request_type: 'HOLD', pickup_location_library: 'MAIN' };
  const answers = await Promise.all(
    users.map((user) => alone('POST', `/users/${user}/requests?mms_id=${bib.mms_id}`, hold)),
  );
  expect(new Set(answers.map(({ port }) => port)).size).toBe(20);
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const sorted = (places: number[]) => places.sort((one, other) => one - other);
  expect(sorted(answers.map(({ placed }) => placed.place_in_queue))).toEqual(upTo(20));

  const paths = users.map(
    (user, index) => `/users/${user}/requests/${answers[index]?.placed.request_id ?? ''}`,
  );
  const [gone, stay] = [
    paths.filter((_, index) => index % 3 === 0),
    paths.filter((_, index) => index % 3 !== 0),
  ];
  await Promise.all(gone.map((path) => alone('DELETE', `${path}?reason=PatronNotInterested`)));
  const remaining = await Promise.all(
    stay.map(async (path) => done<Placed>(await library.get(path)).place_in_queue),
  );
  expect(sorted(remaining)).toEqual(upTo(stay.length));
  const next = await alone('POST', `/users/${users[0] ?? ''}/requests?mms_id=${bib.mms_id}`, hold);
  expect(next.placed.place_in_queue).toBe(stay.length + 1);
});
