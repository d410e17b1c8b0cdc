import type { ReadBack } from './read-back.ts';

/** The largest that the parts of the program may be, in bytes. A part that outgrows this is looked at, not let through. */
export const largest = {
  /** The archive with what is unpacked of it. */
  app: 10_000_000,
  main: 7_500_000,
  renderer: 4_000_000,
  preload: 20_000,
  modules: 1_000_000,
  /** The whole artifact with Electron in it. Electron's own download is about 115 MB. */
  release: 160_000_000,
  /** The same with the stand-in, which weighs nothing: what Carrel adds to Electron's size. */
  standIn: 4_000_000,
} as const;

export type Part = keyof typeof largest;

/** The bytes of each part of a package. */
export type Sizes = Readonly<Partial<Record<Part, number>>>;

const parts: readonly (readonly [Part, string])[] = [
  ['main', 'out/main/'],
  ['renderer', 'out/renderer/'],
  ['preload', 'out/preload/'],
  ['modules', 'node_modules/'],
];

/** Measures what was read back. `artifact`: the bytes of the finished package, null for a folder. */
export function sizesOf({ archive, isStandIn }: ReadBack, artifact: number | null): Sizes {
  const files = [...archive.files];
  const sum = (start: string): number =>
    files.filter(([name]) => name.startsWith(start)).reduce((all, [, { bytes }]) => all + bytes, 0);
  return {
    app: sum(''),
    ...Object.fromEntries(parts.map(([part, start]) => [part, sum(start)])),
    ...(artifact !== null && { [isStandIn ? 'standIn' : 'release']: artifact }),
  };
}

/** The parts that are too large, in words. */
export const tooLarge = (sizes: Sizes): string[] =>
  Object.entries(sizes).flatMap(([part, bytes]) => {
    const most = largest[part as Part];
    return bytes > most ? [`${part} is ${bytes} bytes, and may be ${most} (build/package/sizes.ts)`] : [];
  });
