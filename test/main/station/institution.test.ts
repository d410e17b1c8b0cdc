import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidArgumentError } from '../../../src/client/errors.ts';
import { accountOf, institutionAt } from '../../../src/main/station/institution-key.ts';

describe('an institution’s address', () => {
  test.each([
    ['https://library.example', 'svcws', 'https://library.example'],
    ['  https://library.example/  ', ' svcws ', 'https://library.example'],
    ['https://library.example///', '/svcws/', 'https://library.example'],
    ['https://Library.Example:443', 'svcws', 'https://library.example'],
    ['https://library.example:8443/gateway/', 'svcws', 'https://library.example:8443/gateway'],
    ['https://library.example/svcws/v1', 'svcws', 'https://library.example'],
    ['https://library.example/svcws/v1/', 'svcws', 'https://library.example'],
    ['http://localhost:3000', 'svcws', 'http://localhost:3000'],
    ['http://[::1]:3000', 'svcws', 'http://[::1]:3000'],
  ])('%s is kept in one form', (address, root, stored) => {
    expect(institutionAt(address, root)).toEqual({ address: stored, root: 'svcws' });
  });

  test.each([
    ['', 'svcws'],
    ['library.example', 'svcws'],
    ['https://', 'svcws'],
    ['javascript:alert(1)', 'svcws'],
    ['file:///etc/passwd', 'svcws'],
    ['http://library.example', 'svcws'],
    ['http://localhost.evil.example', 'svcws'],
    ['http://0.0.0.0', 'svcws'],
    ['https://user@library.example', 'svcws'],
    ['https://library.example/#x', 'svcws'],
    ['https://library.example', 'svc/ws'],
    ['https://library.example', '..'],
  ])('%s with %s is refused', (address, root) => {
    expect(() => institutionAt(address, root)).toThrow(InvalidArgumentError);
  });

  test('what is kept is kept the same again, and goes only to https or this machine', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: false }), (address) => {
        let stored;
        try {
          stored = institutionAt(address, 'svcws');
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgumentError);
          return;
        }
        expect(institutionAt(stored.address, stored.root)).toEqual(stored);
        expect(institutionAt(accountOf({ ...stored, library: '' }), stored.root)).toEqual(stored);
        expect(stored.address).toMatch(/^https:\/\/[^/]/);
        expect(stored.address).not.toMatch(/\/$/);
      }),
    );
  });
});
