import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkPolicyFile } from '../../../src/main/policy/check.ts';
import { policyText, testRoot } from './support.ts';

test.each<[string, string | null, number, RegExp]>([
  [
    'good.json',
    policyText({ blurAfter: 10 }, { clearAfter: 20 }),
    0,
    /: good: 1 settings held, 1 recommended\.$/,
  ],
  ['bad.json', policyText({ blurAfter: '10' }), 1, /bad\.json:1:\d+: “mandatory\.blurAfter” has to be/],
  ['empty.json', '', 1, /empty\.json: It is empty\.$/],
  ['bad.plist', '<plist><dict/>', 1, /: It is not well-formed\.$/],
  ['none.json', null, 66, /can’t be read \(ENOENT\)/],
  ['large.json', ' '.repeat(2_000_000), 66, /more than/],
])('carrel --check-policy %s', async (name, content, code, line) => {
  const file = path.join(testRoot().own, name);
  if (content !== null) fs.writeFileSync(file, content, { mode: 0o666 });
  const { lines, exitCode } = await checkPolicyFile(file);
  expect(exitCode).toBe(code);
  expect(lines.join('\n')).toMatch(line);
});

test('a folder is no policy', async () => {
  expect(await checkPolicyFile(testRoot().own)).toMatchObject({ exitCode: 66 });
});
