import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Every form in which a text could stand in a file or a message without being meant to. */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      bytes.toString('base64').replaceAll('=', ''),
      bytes.toString('base64url'),
      bytes.toString('hex'),
    ]),
  ];
}

/** Every file under a folder, by its path in it. What vanishes while it is read was not kept. */
export async function filesUnder(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const read = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, file), await readFile(file).catch(() => Buffer.alloc(0))] as const;
    });
  return new Map(await Promise.all(read));
}

/** The places in which one of these stands, in any form, each as "where: what". */
export function findings(
  where: ReadonlyMap<string, Buffer | string>,
  secrets: readonly string[],
): readonly string[] {
  const query = secrets.flatMap((secret) => formsOf(secret).map((form) => ({ secret, form })));
  return [...where].flatMap(([name, content]) => {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    return query
      .filter(({ form }) => bytes.includes(form) || bytes.includes(Buffer.from(form, 'utf16le')))
      .map(({ secret, form }) => `${name}: ${form === secret ? secret : `${secret} as ${form}`}`);
  });
}
