import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every way in which a program can be made to accept a certificate that does not hold. */
const overrides =
  /certificate-error|setCertificateVerifyProc|ignore-certificate-errors|rejectUnauthorized|checkServerIdentity/;

test('no certificate is ever accepted that does not hold', () => {
  const files = globSync('src/{main,client,preload}/**/*.ts');
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => overrides.test(readFileSync(file, 'utf8')))).toEqual([]);
});
