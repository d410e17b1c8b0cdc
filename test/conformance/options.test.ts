import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { masking, readKey } from './key.ts';
import { isLoopback, Misuse, readOptions, sampleCodes } from './options.ts';
import { withRoot } from './root.ts';

const far = 'https://library.example.org/almaws';
const near = 'http://127.0.0.1:8080/svcws/v1';

describe('what may be written', () => {
  test('another machine is only read, unless it is said', () => {
    expect(readOptions(['--base-url', far]).readOnly).toBe(true);
    expect(readOptions(['--base-url', far, '--allow-writes']).readOnly).toBe(false);
  });

  test('this machine is written to, unless it is said', () => {
    expect(readOptions([]).readOnly).toBe(false);
    expect(readOptions(['--base-url', near]).readOnly).toBe(false);
    expect(readOptions(['--base-url', near, '--read-only']).readOnly).toBe(true);
  });

  test.each(['localhost', '127.0.0.1', '127.8.8.8', '[::1]'])('%s is this machine', (host) => {
    expect(isLoopback(new URL(`http://${host}:80`).hostname)).toBe(true);
  });

  test.each(['localhost.example.org', '127.0.0.1.example.org', '10.0.0.1', '128.0.0.1', '[::2]'])(
    '%s is another',
    (host) => {
      expect(isLoopback(new URL(`http://${host}:80`).hostname)).toBe(false);
    },
  );
});

describe('the key', () => {
  test('of a practice library may stand in the command line', () => {
    expect(readOptions(['--base-url', near, '--key', 'practice']).key).toEqual({ value: 'practice' });
  });

  test('of any other service may not, and the refusal does not say it', () => {
    const read = () => readOptions(['--base-url', far, '--key', 'secret-of-the-library']);
    expect(read).toThrow(Misuse);
    expect(read).toThrow(/every program of this machine can read a command line/);
    expect(read).not.toThrow(/secret-of-the-library/);
  });

  test('comes from standard input', async () => {
    expect(readOptions(['--base-url', far, '--key', '-']).key).toBe('stdin');
    const input = new PassThrough();
    input.end('a key of any form \n more\n');
    expect(await readKey(input as never, process.stderr)).toBe('a key of any form');
  });

  test('is refused where there is none', async () => {
    const input = new PassThrough();
    input.end('\n');
    await expect(readKey(input as never, process.stderr)).rejects.toThrow(Misuse);
  });

  test('is masked in whatever is written, in every form', () => {
    const lines: string[] = [];
    const say = masking('s&cr"t', (line) => lines.push(line));
    say('apikey s&cr"t, s%26cr%22t, {"key":"s&cr\\"t"}');
    expect(lines).toEqual(['apikey •••, •••, {"key":"•••"}']);
  });
});

describe('the command line', () => {
  test.each([
    [['--base-url', 'library.example.org'], /no web address/],
    [['--base-url', 'ftp://library.example.org'], /no web address/],
    [['--base-url', 'http://library.example.org/almaws'], /https/],
    [['--base-url', 'https://me:secret@library.example.org'], /no user name/],
    [['--key', ''], /needs a key/],
    [['--allow-writes', '--read-only'], /exclude/],
    [['--set', 'shoe=42'], /knows no code/],
    [['--nonsense'], /nonsense/],
  ])('%j is refused in words', (args, words) => {
    expect(() => readOptions(args)).toThrow(Misuse);
    expect(() => readOptions(args)).toThrow(words);
  });

  test('codes of another library are named with --set', () => {
    const { codes } = readOptions(['--set', 'library=NORTH', '--set', 'desk=EAST=1']);
    expect(codes).toEqual({ ...sampleCodes, library: 'NORTH', desk: 'EAST=1' });
  });

  test('our own library is judged strictly, another tolerantly', () => {
    expect(readOptions([]).strict).toBe(true);
    expect(readOptions(['--base-url', near]).strict).toBe(false);
    expect(readOptions(['--base-url', near, '--strict']).strict).toBe(true);
  });
});

describe('the root segment', () => {
  test.each([
    ['https://library.example.org/almaws', 'https://library.example.org/almaws/v1'],
    ['https://library.example.org/almaws/v1/', 'https://library.example.org/almaws/v1'],
    ['https://library.example.org/svcws', 'https://library.example.org/svcws/v1'],
    ['https://library.example.org/behind/svcws/', 'https://library.example.org/behind/svcws/v1'],
  ])('of %s is read off it', async (base, url) => {
    expect(await withRoot(new URL(base))).toBe(url);
  });

  test('is tried, without a key, where the address has none', async () => {
    const sent: RequestInit[] = [];
    const call = (url: string | URL | Request, init: RequestInit = {}) => {
      sent.push(init);
      const path = new URL(url).pathname;
      return Promise.resolve(new Response('', { status: path.startsWith('/almaws/v1') ? 401 : 404 }));
    };
    expect(await withRoot(new URL('https://library.example.org'), call)).toBe(
      'https://library.example.org/almaws/v1',
    );
    expect(sent.every(({ headers }) => headers === undefined)).toBe(true);
    const nowhere = () => Promise.resolve(new Response('', { status: 404 }));
    await expect(withRoot(new URL('https://library.example.org'), nowhere)).rejects.toThrow(/root segment/);
  });
});
