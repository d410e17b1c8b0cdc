import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Answer, Library } from './harness.ts';

/** A command to send: always a POST, which is what two desks collide with. */
export interface Sent {
  readonly path: string;
  readonly body?: object;
}

/** Sends each over a connection of its own: all are open before the first request leaves, and then they leave at once. */
export async function atOnce(
  library: Library,
  sent: readonly Sent[],
): Promise<Pick<Answer, 'status' | 'body'>[]> {
  const headers = { authorization: `apikey ${library.key}`, 'content-type': 'application/json' };
  const calls = sent.map(({ path, body }) => {
    const agent = new Agent();
    const call = request(`${library.url}${path}`, { method: 'POST', headers, agent });
    const opened = connected(call);
    return { call, body, agent, opened };
  });
  await Promise.all(calls.map(({ opened }) => opened));
  return Promise.all(
    calls.map(async ({ call, body, agent }) => {
      const answered = once(call, 'response') as Promise<[IncomingMessage]>;
      call.end(JSON.stringify(body ?? {}));
      const [answer] = await answered;
      const read = (await json(answer)) as Answer['body'];
      agent.destroy();
      return { status: answer.statusCode ?? 0, body: read };
    }),
  );
}

async function connected(call: ClientRequest): Promise<void> {
  const [socket] = (await once(call, 'socket')) as [Socket];
  if (socket.connecting) await once(socket, 'connect');
}
