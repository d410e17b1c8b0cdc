import { createInterface } from 'node:readline';
import { Misuse } from './options.ts';

/** Reads a key from standard input: its first line where something is piped in, else typed unseen at a prompt. */
export async function readKey(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<string> {
  const key = (input.isTTY ? await typed(input, output) : await firstLine(input)).trim();
  if (key === '') throw new Misuse('There is no key on standard input.');
  return key;
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  return '';
}

/** The terminal is told not to echo, and nothing of what is typed is written. */
async function typed(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<string> {
  output.write('API key: ');
  input.setRawMode(true);
  input.setEncoding('utf8');
  let key = '';
  try {
    for await (const part of input) {
      for (const letter of String(part)) {
        if (letter === '\r' || letter === '\n') return key;
        if (letter === '\u0003') throw new Misuse('Interrupted.');
        key = letter === '\u007f' ? key.slice(0, -1) : key + letter;
      }
    }
    return key;
  } finally {
    input.setRawMode(false);
    output.write('\n');
  }
}

/** Writes lines in which the key never stands, in whatever form it came along. Source: Authentication, 2. */
export function masking(key: string, write: (line: string) => void): (line: string) => void {
  const forms = new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]);
  return (line) => write([...forms].reduce((masked, form) => masked.replaceAll(form, '•••'), line));
}
