import { expect, test } from 'vitest';
import { gatewayRefusal, refusalOf } from '../../src/client/refusal.ts';

const one = { errorCode: '401664', errorMessage: 'A field is missing.', trackingId: 'E01-0101-VOBYO' };
const read = { code: '401664', serviceMessage: 'A field is missing.', trackingId: 'E01-0101-VOBYO' };
const list = (error: unknown) => ({ errorsExist: true, errorList: { error }, result: null });

test.each([
  ['as recorded', list([one])],
  ['without result', { errorsExist: true, errorList: { error: [one] } }],
  ['with one error as an object', list(one)],
  [
    'with blanks around all of it',
    list([{ ...one, errorCode: ' 401664 ', errorMessage: ' A field is missing. ' }]),
  ],
  ['with a numeric code', list([{ ...one, errorCode: 401664 }])],
  ['with the flag as a text', { ...list([one]), errorsExist: 'true' }],
  ['with several errors, the first of which counts', list([one, { ...one, errorCode: '1' }])],
  ['wrapped once more', { web_service_result: list([one]) }],
  [
    'with the tracking id only in the text',
    list([{ errorCode: '401664', errorMessage: 'A field is missing. (Tracking ID: E01-0101-VOBYO)' }]),
  ],
  [
    'with the tracking id under one word in the text',
    list([{ errorCode: '401664', errorMessage: 'A field is missing. TrackingID E01-0101-VOBYO' }]),
  ],
])('JSON %s', (_name, body) => {
  expect(refusalOf(JSON.stringify(body))).toEqual(
    expect.objectContaining({ code: read.code, trackingId: read.trackingId }),
  );
  expect(refusalOf(JSON.stringify(body))?.serviceMessage).toMatch(/^A field is missing/);
});

test('the per-second refusal has a word for a code and no tracking id', () => {
  const body = list([{ errorCode: 'PER_SECOND_THRESHOLD', errorMessage: 'Slow down.' }]);
  expect(refusalOf(JSON.stringify(body))).toEqual({
    code: 'PER_SECOND_THRESHOLD',
    serviceMessage: 'Slow down.',
    trackingId: null,
  });
});

test.each([
  [
    'plain',
    `
     <?xml version="1.0"?><web_service_result xmlns="http://com/x"><errorsExist>true</errorsExist><errorList><error>
     <errorCode>401664</errorCode><errorMessage>A field is missing.</errorMessage>
     <trackingId>E01-0101-VOBYO</trackingId></error></errorList></web_service_result>`,
  ],
  [
    'with a prefix and CDATA',
    `<ns:web_service_result><ns:errorCode> 401664 </ns:errorCode><ns:errorMessage>
     <![CDATA[A field is missing.]]>
     </ns:errorMessage><ns:trackingId>E01-0101-VOBYO</ns:trackingId></ns:web_service_result>`,
  ],
])('XML %s', (_name, body) => {
  expect(refusalOf(body)).toEqual(read);
});

test('XML entities are resolved once', () => {
  const body =
    '<web_service_result><errorMessage>a &amp;lt; b &#x2014; &#233; &bogus; &#x110000; &#x10ffff;</errorMessage></web_service_result>';
  expect(refusalOf(body)?.serviceMessage).toBe('a &lt; b — é &bogus; &#x110000; \u{10ffff}');
});

test.each([
  '',
  'Bad Gateway',
  '<html><body>502</body></html>',
  '{"message":"Not Found"}',
  'null',
  '[]',
  '{"errorList"',
  '{"errorsExist":true,"errorList":{"error":[]}}',
])('no refusal of the service: %s', (body) => {
  expect(refusalOf(body)).toBeNull();
});

test('of a gateway only short plain text is kept', () => {
  expect(gatewayRefusal(' Too Many Requests \n')).toEqual({
    ...{ code: '', serviceMessage: 'Too Many Requests', trackingId: null },
  });
  expect(gatewayRefusal(`Busy${' '.repeat(600)}`).serviceMessage).toBe('Busy');
  expect(gatewayRefusal('x'.repeat(500)).serviceMessage).toHaveLength(500);
  expect(gatewayRefusal('<html>secret</html>').serviceMessage).toBe('');
  expect(gatewayRefusal('x'.repeat(5000)).serviceMessage).toBe('');
});

test('what is around a literal part of a message is not lost', () => {
  for (const answer of ['No <![CDATA[loans]]>', '<![CDATA[No]]> loans']) {
    const body = `<web_service_result><errorMessage>${answer}</errorMessage></web_service_result>`;
    expect(refusalOf(body)?.serviceMessage).toMatch(/No.*loans/);
  }
});

test('a message that goes on after its tracking id stays whole; a long one that ends in it ends before it', () => {
  const read = (errorMessage: string) => refusalOf(JSON.stringify(list([{ errorCode: '1', errorMessage }])));
  const goesOn = 'Tracking ID: E01-0101-VOBYO was noted, ask at the desk';
  expect(read(goesOn)).toMatchObject({ serviceMessage: goesOn, trackingId: null });
  const long = 'word '.repeat(100).trim();
  expect(read(`${long}. Tracking ID: E01-0101-VOBYO`)).toMatchObject({
    ...{ serviceMessage: long, trackingId: 'E01-0101-VOBYO' },
  });
});

test('a message without end keeps nobody waiting, and has its tracking id at its end', () => {
  const message = `${'. '.repeat(200_000)}Tracking ID: E01-0101-VOBYO`;
  const began = performance.now();
  const refusal = refusalOf(JSON.stringify(list([{ errorCode: '1', errorMessage: message }])));
  expect(performance.now() - began).toBeLessThan(2000);
  expect(refusal).toMatchObject({ trackingId: 'E01-0101-VOBYO' });
});

test.each(['<errorCode>', '<errorCode ', '<a:errorMessage b="', '<errorCode>1</errorMessage>'])(
  'tags that nobody closes keep nobody waiting: %s',
  (tag) => {
    const body = `<web_service_result>${tag.repeat(40_000)}</web_service_result>`;
    expect(refusalOf(body)).toMatchObject({ trackingId: null });
  },
);
