import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { RequestError } from '@hono/node-server';
import { codes, ours } from '../../service/codes.ts';
import type { Ports } from '../ports.ts';
import { errorBody, newTrackingId } from './errors.ts';
import { logDefect } from './log.ts';

/** What to answer where a request cannot even be read, by Node's name for what is wrong with it. */
const answers: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, ours.tooLarge, 'The headers are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, ours.notReceived, 'The request did not come to its end in time.'],
};
const unreadable = [400, codes.badRequest, 'The request is not HTTP.'] as const;

/** Answers what is not a request at all, or never becomes one, in the recorded shape too, and ends the connection. */
export function refuseUnreadable(server: Server, ports: Ports): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, code, message] = answers[error.code ?? ''] ?? unreadable;
    const body = JSON.stringify(errorBody(code, message, newTrackingId(ports)));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  });
}

/** The answer where the request is HTTP, but says no address that could be looked for. */
export function notARequest(error: unknown, ports: Ports): Response {
  const trackingId = newTrackingId(ports);
  if (error instanceof RequestError) {
    const message = 'The address of the request cannot be read.';
    return Response.json(errorBody(codes.badRequest, message, trackingId), { status: 400 });
  }
  logDefect({ now: ports.now(), operation: 'none', trackingId, error });
  return Response.json(errorBody(codes.generalError, 'General Error', trackingId), { status: 500 });
}
