import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { mostAnswerBytes } from '../../src/client/exchange.ts';
import { closedPort, json, key, listening, refusalBody, stub } from './stub.ts';

/** A way in which a call can end badly: where to call, and what a read and a command must come to. */
export interface Mishap {
  readonly address: () => Promise<string>;
  readonly read: object;
  readonly command: object;
  /** How many requests a read and a command make of it, where the service sees them. */
  readonly tries?: readonly [read: number, command: number];
}

/**
 * How long to wait for its answer, in milliseconds: hardly at all where none comes; else so long that a slow machine
 * has said what it has to say.
 */
export const timeLimitOf = ({ read }: Mishap): number =>
  'why' in read && read.why === 'timeout' ? 250 : 20_000;

const refused = (status: number, code: string, more = {}) => ({
  name: 'RefusedError',
  status,
  code,
  ...more,
});
const unexpected = (found: string, more = {}) => ({ name: 'UnexpectedAnswerError', found, ...more });
const unknown = (why: string, more = {}) => ({ name: 'UnknownOutcomeError', why, ...more });
const unreachable = (why: string) => ({ name: 'UnreachableError', why });

const answering = (answer: (response: ServerResponse) => void) => async () =>
  (await stub((response) => answer(response))).address;

const sending = (body: string, contentType = 'application/json', status = 200) =>
  answering((response) => response.writeHead(status, { 'content-type': contentType }).end(body));

/** A body of blanks that ends only with its connection. */
const endless = (status: number) =>
  answering((response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    const megabyte = Buffer.alloc(1024 * 1024, ' ');
    void pipeline(
      Readable.from(
        (function* () {
          for (;;) yield megabyte;
        })(),
      ),
      response,
    ).catch(() => undefined);
  });

const html = '<!doctype html><html><body>Sign in, Ada Lovelace</body></html>';
const xml = (code: string) =>
  `<?xml version="1.0"?><web_service_result xmlns="http://x/y"><errorList><error><errorCode>${code}</errorCode>
   <errorMessage>No.</errorMessage></error></errorList></web_service_result>`;

/** A server that speaks raw bytes: what no HTTP library would send. */
const raw = (answer: string, after: 'destroy' | 'end') => async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (after === 'end') socket.end(answer);
      else if (answer === '') socket.resetAndDestroy();
      else {
        socket.write(answer);
        socket.destroySoon();
      }
    });
  });
  const port = await listening(server);
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${port}`;
};

/** Everything that can go wrong with one call, by name. */
export const mishaps: Readonly<Record<string, Mishap>> = {
  'a refusal as recorded': {
    address: answering((response) => json(response, refusalBody('401664', 'A field is missing.'), 400)),
    read: refused(400, '401664', { serviceMessage: 'A field is missing.', trackingId: 'E01-1234-AB' }),
    command: refused(400, '401664', { serviceMessage: 'A field is missing.', trackingId: 'E01-1234-AB' }),
    tries: [1, 1],
  },
  'a refusal without a tracking id': {
    address: answering((response) => json(response, refusalBody('401822', 'No.', null), 400)),
    read: refused(400, '401822', { trackingId: null }),
    command: refused(400, '401822', { trackingId: null }),
  },
  'a refusal with a single error, a numeric code and no result': {
    address: answering((response) => {
      const error = { errorCode: 401822, errorMessage: 'No.', trackingId: 'E01-1234-AB' };
      json(response, { errorsExist: true, errorList: { error } }, 400);
    }),
    read: refused(400, '401822', { serviceMessage: 'No.', trackingId: 'E01-1234-AB' }),
    command: refused(400, '401822', { serviceMessage: 'No.', trackingId: 'E01-1234-AB' }),
  },
  'a refusal with the tracking id in its words': {
    address: answering((response) =>
      json(response, refusalBody('401822', 'No. Tracking ID: E01-1234-AB', null), 400),
    ),
    read: refused(400, '401822', { serviceMessage: 'No', trackingId: 'E01-1234-AB' }),
    command: refused(400, '401822', { serviceMessage: 'No', trackingId: 'E01-1234-AB' }),
  },
  'a refusal in XML': {
    address: sending(xml('401873'), 'application/xml', 400),
    read: refused(400, '401873'),
    command: refused(400, '401873'),
  },
  'a refusal with the key in its words': {
    address: answering((response) => json(response, refusalBody('X', `Invalid key ${key}`, key), 400)),
    read: refused(400, 'X', { serviceMessage: 'Invalid key …', trackingId: '…' }),
    command: refused(400, 'X', { serviceMessage: 'Invalid key …' }),
  },
  'a refusal under a success status': {
    address: answering((response) => json(response, refusalBody('401822'))),
    read: refused(200, '401822'),
    command: refused(200, '401822'),
  },
  'a refusal whose words are cut off': {
    address: raw('HTTP/1.1 400 Bad Request\r\ncontent-length: 500\r\n\r\n{"errorsExist"', 'destroy'),
    read: refused(400, '', { serviceMessage: '' }),
    command: unknown('no-code', { status: 400, code: '' }),
  },
  'an error of the service whose words are cut off': {
    address: raw('HTTP/1.1 500 Oh\r\ncontent-length: 500\r\n\r\n{"errorsExist"', 'destroy'),
    read: unreachable('lost'),
    command: unknown('lost'),
  },
  'a gateway’s plain text': {
    address: sending('no such thing', 'text/plain', 404),
    read: refused(404, '', { serviceMessage: 'no such thing' }),
    command: unknown('no-code', { status: 404, code: '' }),
  },
  'a gateway’s page for what is not found': {
    address: sending(html, 'text/html', 404),
    read: refused(404, '', { serviceMessage: '' }),
    command: unknown('no-code', { status: 404, code: '' }),
  },
  'a wrong key': {
    address: answering((response) => json(response, refusalBody('UNAUTHORIZED'), 401)),
    read: { name: 'UnauthorizedError', status: 401, code: 'UNAUTHORIZED' },
    command: { name: 'UnauthorizedError', status: 401 },
    tries: [1, 1],
  },
  'a key without the right': {
    address: sending(html, 'text/html', 403),
    read: { name: 'UnauthorizedError', status: 403, code: '' },
    command: unknown('no-code', { status: 403, code: '' }),
    tries: [1, 1],
  },
  'a code without the right': {
    address: answering((response) => json(response, refusalBody('FORBIDDEN'), 403)),
    read: { name: 'UnauthorizedError', status: 403, code: 'FORBIDDEN' },
    command: { name: 'UnauthorizedError', status: 403, code: 'FORBIDDEN' },
    tries: [1, 1],
  },
  'too many calls a day': {
    address: answering((response) => json(response, refusalBody('DAILY_THRESHOLD'), 429)),
    read: { name: 'ThrottledError', code: 'DAILY_THRESHOLD' },
    command: { name: 'ThrottledError', code: 'DAILY_THRESHOLD' },
    tries: [4, 1],
  },
  'too many calls a second': {
    address: answering((response) => json(response, refusalBody('PER_SECOND_THRESHOLD', 'Slow.', null), 429)),
    read: { name: 'ThrottledError', code: 'PER_SECOND_THRESHOLD' },
    command: { name: 'ThrottledError', code: 'PER_SECOND_THRESHOLD' },
    tries: [4, 4],
  },
  'too many calls, nobody says of what': {
    address: sending('Too Many Requests', 'text/plain', 429),
    read: { name: 'ThrottledError', code: '' },
    command: unknown('no-code', { status: 429, code: '' }),
    tries: [4, 1],
  },
  'an error of the service itself': {
    address: answering((response) => json(response, refusalBody('402119', 'General.'), 500)),
    read: refused(500, '402119'),
    command: unknown('server-error', { status: 500, code: '402119', trackingId: 'E01-1234-AB' }),
    tries: [4, 1],
  },
  'a gateway that cannot reach the service': {
    address: sending(html, 'text/html', 502),
    read: refused(502, ''),
    command: unknown('server-error', { status: 502, code: '' }),
    tries: [4, 1],
  },
  'a web page': {
    address: sending(html, 'text/html'),
    read: unexpected('html', { contentType: 'text/html', status: 200 }),
    command: unknown('html'),
    tries: [1, 1],
  },
  'a web page that calls itself JSON': {
    address: sending(`\n${html}`),
    read: unexpected('html'),
    command: unknown('html'),
  },
  'half a JSON': {
    address: sending('{"primary_id": "Ada'),
    read: unexpected('not-json'),
    command: unknown('not-json', { status: 200 }),
    tries: [1, 1],
  },
  'an answer without end': {
    address: endless(200),
    read: unexpected('too-large', { status: 200 }),
    command: unknown('too-large', { status: 200 }),
    tries: [1, 1],
  },
  'a small answer that is too large once it is unpacked': {
    address: answering((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(mostAnswerBytes + 1, ' ')));
    }),
    read: unexpected('too-large'),
    command: unknown('too-large'),
  },
  'a refusal without end': {
    address: endless(400),
    read: refused(400, ''),
    command: unknown('no-code', { status: 400 }),
  },
  'an error of the service without end': {
    address: endless(500),
    read: unexpected('too-large', { status: 500 }),
    command: unknown('too-large', { status: 500 }),
    tries: [1, 1],
  },
  'an empty body where one is due': {
    address: sending(''),
    read: unexpected('empty'),
    command: unknown('empty'),
    tries: [1, 1],
  },
  'no content where some is due': {
    address: answering((response) => response.writeHead(204).end()),
    read: unexpected('empty', { status: 204, contentType: '' }),
    command: unknown('empty', { status: 204 }),
  },
  'a list where a record is due': {
    address: sending('[]'),
    read: unexpected('shape', { field: 'the whole answer' }),
    command: unknown('shape'),
  },
  'a record with a field of another shape': {
    address: sending('{"due_date": {"at": "Ada"}, "expiry_date": {"at": "Ada"}}'),
    read: unexpected('shape', { field: 'expiry_date' }),
    command: unknown('shape'),
    tries: [1, 1],
  },
  'a redirect to another origin': {
    address: answering((response) =>
      response.writeHead(302, { location: 'http://127.0.0.2:9/svcws/v1/x' }).end(),
    ),
    read: unexpected('redirect', { status: 302 }),
    command: unknown('redirect', { status: 302 }),
    tries: [1, 1],
  },
  'a connection dropped before the answer': {
    address: raw('', 'destroy'),
    read: unreachable('lost'),
    command: unknown('lost', { status: null }),
  },
  'a connection closed before the answer': {
    address: raw('', 'end'),
    read: unreachable('lost'),
    command: unknown('lost'),
  },
  'a connection dropped within the answer': {
    address: raw('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"primary_id"', 'destroy'),
    read: unreachable('lost'),
    command: unknown('lost'),
  },
  'a connection dropped within a chunked answer': {
    address: raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n', 'destroy'),
    read: unreachable('lost'),
    command: unknown('lost'),
  },
  'something that is not HTTP': {
    address: raw('SSH-2.0-OpenSSH_9.2\r\n', 'end'),
    read: unreachable('network'),
    command: unknown('network'),
  },
  'no answer in time': {
    address: answering(() => undefined),
    read: unreachable('timeout'),
    command: unknown('timeout'),
    tries: [1, 1],
  },
  'an answer that never ends': {
    address: answering((response) => response.writeHead(200).write('{"primary_id"')),
    read: unreachable('timeout'),
    command: unknown('timeout'),
    tries: [1, 1],
  },
  'nobody listens': {
    address: closedPort,
    read: unreachable('refused'),
    command: unreachable('refused'),
  },
  'a port that is not for HTTP': {
    address: () => Promise.resolve('http://127.0.0.1:1'),
    read: unreachable('refused'),
    command: unreachable('refused'),
  },
  // A label of 64 letters: no name server has to be asked.
  'no such host': {
    address: () => Promise.resolve(`https://${'x'.repeat(64)}.invalid`),
    read: unreachable('no-such-host'),
    command: unreachable('no-such-host'),
  },
  'a certificate nobody vouches for': {
    address: async () => (await stub((response) => json(response, {}), { secure: 'self-signed' })).address,
    read: unreachable('certificate'),
    command: unreachable('certificate'),
    tries: [0, 0],
  },
  'no encryption behind https': {
    address: async () => (await stub((response) => json(response, {}))).address.replace('http:', 'https:'),
    read: unreachable('tls'),
    command: unreachable('tls'),
  },
};
