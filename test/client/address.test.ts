import { expect, test } from 'vitest';
import { baseUrl } from '../../src/client/address.ts';
import { InvalidArgumentError } from '../../src/client/errors.ts';

test.each([
  ['https://library.example', 'https://library.example/svcws/v1'],
  [' https://library.example/ ', 'https://library.example/svcws/v1'],
  ['https://library.example:8443/gate/', 'https://library.example:8443/gate/svcws/v1'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/svcws/v1'],
  ['http://127.8.9.1', 'http://127.8.9.1/svcws/v1'],
  ['http://[::1]:80', 'http://[::1]/svcws/v1'],
  ['http://localhost:3000', 'http://localhost:3000/svcws/v1'],
  ['http://127.0.0.1:8080/svcws/v1/', 'http://127.0.0.1:8080/svcws/v1'],
])('%s is taken', (address, base) => {
  expect(baseUrl(address, 'svcws')).toBe(base);
});

test('the root segment is a setting', () => {
  expect(baseUrl('https://library.example', 'almaws')).toBe('https://library.example/almaws/v1');
});

test.each([
  ['http://library.example', 'insecure'],
  ['http://10.0.0.1', 'insecure'],
  ['http://127.0.0.1.evil.example', 'insecure'],
  ['http://localhost.evil.example', 'insecure'],
  ['http://[::ffff:7f00:1]', 'insecure'],
  ['ftp://library.example', 'invalid'],
  ['file:///etc/passwd', 'invalid'],
  ['library.example', 'invalid'],
  ['', 'invalid'],
  ['https://', 'invalid'],
  ['https://somebody:secret@library.example', 'invalid'],
  ['https://library.example/?a=b', 'invalid'],
  ['https://library.example/#here', 'invalid'],
])('%s is refused, because the key travels with every call', (address, reason) => {
  expect(() => baseUrl(address, 'svcws')).toThrow(
    expect.objectContaining({ field: 'address', place: 'connection', reason }),
  );
});

test.each(['', 'a/b', '..', 'a?b'])('the root segment %j is refused', (root) => {
  expect(() => baseUrl('https://library.example', root)).toThrow(InvalidArgumentError);
});
