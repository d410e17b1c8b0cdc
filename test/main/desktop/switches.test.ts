import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = globSync('src/{main,preload,renderer}/**/*.{ts,svelte,html}').map(
  (file) => [file, readFileSync(file, 'utf8')] as const,
);
const naming = (what: RegExp): string[] => files.filter(([, text]) => what.test(text)).map(([file]) => file);

// Electron's security guide, items 6, 8 to 12: what is off unless somebody names it.
test.each([
  /\bwebSecurity\b/,
  /\ballowRunningInsecureContent\b/,
  /\bexperimentalFeatures\b/,
  /\benableBlinkFeatures\b/,
  /\ballowpopups\b/i,
  /<webview\b/i,
  /\bnodeIntegrationIn(?:Worker|SubFrames)\b/,
  /\bcontextIsolation: false\b|\bsandbox: false\b|\bnodeIntegration: true\b|\bwebviewTag: true\b/,
])('no file of the program names %s', (what) => {
  expect(files.length).toBeGreaterThan(200);
  expect(naming(what)).toEqual([]);
});

test('every window is made in one place, and takes what every page is held to', () => {
  expect(
    naming(/\bnew (?:BrowserWindow|WebContentsView|BrowserView)\(/).map((file) => file.replaceAll('\\', '/')),
  ).toEqual(['src/main/desktop/windows.ts']);
  const text = readFileSync('src/main/desktop/windows.ts', 'utf8');
  const made = text.match(/\bnew BrowserWindow\(/g) ?? [];
  expect(
    text.match(/\bwebPreferences: (?:securePreferences\b|\{ \.\.\.securePreferences, preload:)/g),
  ).toHaveLength(made.length);
});
