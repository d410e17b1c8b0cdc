import fs from 'node:fs';

/** The mark before the fuses in Electron's executable. Source: Electron's documentation, "Fuses". */
const sentinel = Buffer.from(['dL7pKGdnNz796Pbb', 'jQWNKmHXBZaB9tsX'].join(''));
const chunkBytes = 4_194_304;

/** The fuses of the wire's first version, in its order. */
const order = [
  'runAsNode',
  'cookieEncryption',
  'nodeOptions',
  'nodeCliInspect',
  'embeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const;

export interface Fuse {
  readonly name: string;
  readonly on: boolean;
}

/** Reads the fuses from the executable itself, not from what a build has noted. Empty where it has none. */
export async function readFuses(file: string): Promise<readonly Fuse[]> {
  try {
    await using handle = await fs.promises.open(file);
    let kept = Buffer.alloc(0);
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(chunkBytes), 0, chunkBytes);
      const text = Buffer.concat([kept, buffer.subarray(0, bytesRead)]);
      const at = text.indexOf(sentinel);
      // The wire is a version, a length, and a character for each; it may be in the next chunk.
      if (at !== -1 && (at + sentinel.length + 2 + order.length <= text.length || bytesRead === 0))
        return wireIn(text.subarray(at + sentinel.length));
      if (bytesRead === 0) return [];
      kept = text.subarray(-(sentinel.length + 2 + order.length));
    }
  } catch {
    return [];
  }
}

function wireIn(wire: Buffer): readonly Fuse[] {
  if (wire[0] !== 1) return [];
  const states = wire.subarray(2, 2 + (wire[1] ?? 0)).toString('latin1');
  return order.flatMap((name, i) =>
    '01'.includes(states[i] ?? ' ') ? [{ name, on: states[i] === '1' }] : [],
  );
}
