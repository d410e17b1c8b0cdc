/**
 * `node build/icons.ts`: draws the program's icon in all sizes from `resources/icons/icon.svg` and, up to 32 pixels,
 * `icon-small.svg`, with this machine's Chromium, into `resources/icons`. Run it after a change of the drawings, and commit
 * what it made: packages are built where there is no Chromium.
 */
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import { root } from './electron.ts';
import { icnsOf, icoOf, type Picture } from './package/icon-files.ts';
import { provision } from './provision.ts';

const folder = path.join(root, 'resources/icons');
const edges = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const largestSmall = 32;

provision('start', 'stand-in');
fs.mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage();
const pictures: Picture[] = [];
for (const edge of edges) {
  const drawing = path.join(root, 'resources/icons', edge <= largestSmall ? 'icon-small.svg' : 'icon.svg');
  await page.setViewportSize({ width: edge, height: edge });
  const svg = fs.readFileSync(drawing, 'utf8').replace('<svg ', `<svg width="${edge}" height="${edge}" `);
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${svg}`);
  pictures.push({ edge, png: await page.screenshot({ omitBackground: true }) });
}
await browser.close();
for (const { edge, png } of pictures) fs.writeFileSync(path.join(folder, `${edge}x${edge}.png`), png);
fs.writeFileSync(path.join(folder, 'carrel.ico'), icoOf(pictures.filter(({ edge }) => edge <= 256)));
fs.writeFileSync(path.join(folder, 'carrel.icns'), icnsOf(pictures));
