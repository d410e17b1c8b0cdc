import type { Input } from './command.ts';

/** More than any secret has: whatever else was sent to us is not read to its end. */
const mostBytes = 65_536;

const ctrlC = '\u0003';
const ctrlD = '\u0004';
const backspaces = ['\u0008', '\u007f'];

/**
 * Reads a secret from standard input: what a person types is not shown, and ends with Enter; from a pipe it is all that
 * comes. Null: nothing came, it was stopped, or it is too long. A byte-order mark of PowerShell, and the end of the line,
 * are not part of it.
 */
export async function readSecret(
  input: Input,
  prompt: () => void,
  signal: AbortSignal,
): Promise<string | null> {
  const text = input.isTTY === true ? await typed(input, prompt, signal) : await piped(input, signal);
  return text?.replace(/\r?\n$/, '') ?? null;
}

async function piped(input: Input, signal: AbortSignal): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of input.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.from(chunk as Buffer);
      size += bytes.length;
      if (size > mostBytes || signal.aborted) return null;
      chunks.push(bytes);
    }
  } catch {
    return null; // a Windows program without a console has no standard input
  }
  const bytes = Buffer.concat(chunks);
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}

function typed(input: Input, prompt: () => void, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    let text = '';
    const end = (result: string | null): void => {
      input.off('data', onData);
      signal.removeEventListener('abort', onAbort);
      input.setRawMode?.(false);
      input.pause();
      resolve(result);
    };
    const onAbort = (): void => end(null);
    const onData = (data: Buffer | string): void => {
      for (const key of data.toString()) {
        if (key === ctrlC || (key === ctrlD && text === '')) end(null);
        else if (key === '\r' || key === '\n') end(text);
        else if (backspaces.includes(key)) text = text.slice(0, -1);
        else if (text.length < mostBytes) {
          text += key;
          continue;
        } else end(null);
        if (!backspaces.includes(key)) return;
      }
    };
    if (signal.aborted) {
      resolve(null);
      return;
    }
    // Before the prompt: nothing that is typed after it is shown.
    input.setRawMode?.(true);
    input.on('data', onData);
    signal.addEventListener('abort', onAbort, { once: true });
    prompt();
    input.resume();
  });
}
