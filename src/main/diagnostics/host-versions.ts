/** The versions of Electron and Chromium; null outside them, as in tests and on the stand-in. */
export function hostVersions(versions: Readonly<Record<string, string | undefined>> = process.versions): {
  readonly name: string;
  readonly chromium: string | null;
} {
  return { name: `Electron ${versions.electron ?? ''}`.trim(), chromium: versions.chrome ?? null };
}
