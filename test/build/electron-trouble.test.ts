import { describe, expect, test } from 'vitest';
import { notToBeHad, wouldAbort, type Machine } from '../../build/electron-trouble.ts';

describe('where Electron cannot be downloaded', () => {
  test.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])(
    'behind a proxy (%s) it is said what to set',
    (name) => {
      const answer = notToBeHad('45.0.0', 'connect ETIMEDOUT', { [name]: 'http://proxy:3128' });
      expect(answer).toContain('Electron 45.0.0 cannot be had here (connect ETIMEDOUT).');
      expect(answer).toContain('ELECTRON_GET_USE_PROXY=1');
    },
  );

  test.each([{}, { HTTPS_PROXY: 'http://proxy:3128', ELECTRON_GET_USE_PROXY: '1' }])(
    'elsewhere, or where that is set (%j), from where it comes',
    (env) => {
      const answer = notToBeHad('45.0.0', 'getaddrinfo ENOTFOUND', env);
      expect(answer).toContain('github.com');
      expect(answer).not.toContain('USE_PROXY');
    },
  );
});

describe('where Electron would abort', () => {
  const machine: Machine = { platform: 'linux', uid: 1000, restrictsNamespaces: false, hasHelper: false };

  test.each<[Partial<Machine>, RegExp | null]>([
    [{}, null],
    [{ uid: 0 }, /as root; as another user/],
    [{ restrictsNamespaces: true }, /chown root:root .*chmod 4755/],
    [{ restrictsNamespaces: true, hasHelper: true }, null],
    [{ platform: 'darwin', uid: 0 }, null],
    [{ platform: 'win32', uid: undefined }, null],
  ])('%j: %s', (more, answer) => {
    const why = wouldAbort({ ...machine, ...more });
    if (answer === null) expect(why).toBeNull();
    else expect(why).toMatch(answer);
  });
});
