import { describe, expect, test } from 'vitest';
import type { UnexpectedAnswerError } from '../../src/client/errors.ts';
import { probe } from '../../src/client/probe.ts';
import { mishaps, timeLimitOf } from './catalogue.ts';
import { clientOf, failing, json, refusalBody, stub } from './stub.ts';

test('a service that can be worked with', async () => {
  const service = await stub((response, { url }) =>
    url.endsWith('/general')
      ? json(response, { institution: { value: 'X' } })
      : json(response, { library: [{ code: 'MAIN' }], total_record_count: 1 }),
  );
  expect(await probe(clientOf(service.address))).toEqual({
    general: { institution: { value: 'X' } },
    libraries: [{ code: 'MAIN' }],
  });
});

test.each([
  ['libraries that nobody counted', { library: [{ code: 'MAIN' }] }, [{ code: 'MAIN' }]],
  ['no library, under its key', { library: [] }, []],
  ['no library, by the count', { total_record_count: 0 }, []],
])('so is one that answers %s', async (_name, body, libraries) => {
  const service = await stub((response, { url }) => json(response, url.endsWith('/general') ? {} : body));
  expect(await probe(clientOf(service.address))).toEqual({ general: {}, libraries });
});

describe('not that service:', () => {
  test.each([
    ['a web page', 200, '<html></html>'],
    ['a 404 in somebody else’s words', 404, '{"message":"Not Found"}'],
    [
      'a 404 in the service’s own words: another root',
      404,
      '{"errorsExist":true,"errorList":{"error":[{"errorCode":"NOT_FOUND","errorMessage":"none"}]}}',
    ],
    ['a 404 as a page', 404, '<html></html>'],
    ['a method nobody allows', 405, ''],
    ['some other JSON', 200, '{"hello":"world"}'],
    ['a list', 200, '[]'],
  ])('%s', async (_name, status, body) => {
    const service = await stub((response) => response.writeHead(status).end(body));
    expect(await failing(probe(clientOf(service.address)))).toMatchObject({ kind: 'unexpected-answer' });
  });

  test('and the log says at which read that showed, and by what', async () => {
    const answerOf = async (status: number, body: string) => {
      const service = await stub((response) => response.writeHead(status).end(body));
      const error = (await failing(probe(clientOf(service.address)))) as UnexpectedAnswerError;
      return [error.message, error.found, error.contentType];
    };
    expect(await answerOf(404, '')).toEqual([
      'conf.general (GET /conf/general): unexpected answer (not-this-service, HTTP 404)',
      ...['not-this-service', ''],
    ]);
    expect(await answerOf(200, '{"hello":"world"}')).toEqual([
      'conf.libraries.list (GET /conf/libraries): unexpected answer (not-this-service at library, HTTP 200)',
      ...['not-this-service', 'application/json'],
    ]);
  });
});

test('a gateway that fails says nothing of what is behind it', async () => {
  const service = await stub((response) => response.writeHead(500).end());
  expect(await failing(probe(clientOf(service.address)))).toMatchObject({ kind: 'refused', status: 500 });
});

test('a refusal in the service’s own words stays one', async () => {
  const service = await stub((response) => json(response, refusalBody('402119'), 400));
  expect(await failing(probe(clientOf(service.address)))).toMatchObject({ kind: 'refused', code: '402119' });
});

test.each([
  ['no such host', { kind: 'unreachable', why: 'no-such-host' }],
  ['nobody listens', { kind: 'unreachable', why: 'refused' }],
  ['a certificate nobody vouches for', { kind: 'unreachable', why: 'certificate' }],
  ['no answer in time', { kind: 'unreachable', why: 'timeout' }],
  ['a wrong key', { kind: 'unauthorized' }],
])('%s', async (name, expected) => {
  const mishap = mishaps[name];
  if (!mishap) throw new Error('a mishap is expected');
  const client = clientOf(await mishap.address(), { timeoutMs: timeLimitOf(mishap) });
  expect(await failing(probe(client))).toMatchObject(expected);
});
