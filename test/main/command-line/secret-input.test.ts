import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import type { Input } from '../../../src/main/command-line/command.ts';
import { readSecret } from '../../../src/main/command-line/secret-input.ts';

const never = new AbortController().signal;
const piped = (...parts: readonly Buffer[]) => readSecret(Readable.from(parts), vi.fn(), never);

describe('from a pipe', () => {
  test.each([
    ['as it is', Buffer.from('l7xx-key'), 'l7xx-key'],
    ['with the end of a line', Buffer.from('l7xx-key\n'), 'l7xx-key'],
    ['with that of Windows', Buffer.from('l7xx-key\r\n'), 'l7xx-key'],
    ['with PowerShell’s mark', Buffer.from('\uFEFFl7xx-key\r\n'), 'l7xx-key'],
    ['wide, with its mark', Buffer.from('\uFEFFl7xx-key\r\n', 'utf16le'), 'l7xx-key'],
    ['empty', Buffer.from(''), ''],
    ['several lines', Buffer.from('a\nb\n'), 'a\nb'],
  ])('%s', async (_, bytes, secret) => {
    expect(await piped(bytes)).toBe(secret);
  });

  test('in pieces', async () => {
    expect(await piped(Buffer.from('l7'), Buffer.from('xx'), Buffer.from('\n'))).toBe('l7xx');
  });
  test('without an end', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(4096, 'a');
      })(),
    );
    expect(await readSecret(endless, vi.fn(), never)).toBeNull();
  });
  test('that breaks', async () => {
    const broken = new Readable({ read: () => broken.destroy(new Error('EBADF')) });
    expect(await readSecret(broken, vi.fn(), never)).toBeNull();
  });
});

describe('typed by a person', () => {
  function terminal(): Input & PassThrough & { readonly raws: boolean[] } {
    const raws: boolean[] = [];
    return Object.assign(new PassThrough(), {
      isTTY: true,
      raws,
      setRawMode: (raw: boolean) => raws.push(raw),
    });
  }
  const type = async (keys: string, signal = never) => {
    const input = terminal();
    const prompt = vi.fn(() => expect(input.raws).toEqual([true]));
    const secret = readSecret(input, prompt, signal);
    input.write(keys);
    return { secret: await secret, raws: input.raws, asked: prompt.mock.calls.length };
  };

  test('it is asked for, not shown, and ends with Enter', async () => {
    expect(await type('l7xx\rmore')).toEqual({ secret: 'l7xx', raws: [true, false], asked: 1 });
  });
  test('backspace', async () => {
    expect((await type('l8\u007f7xxy\u0008\r')).secret).toBe('l7xx');
  });
  test.each(['\u0003', '\u0004', 'l7\u0003'])('%j gives up', async (keys) => {
    expect(await type(keys)).toMatchObject({ secret: null, raws: [true, false] });
  });
});
