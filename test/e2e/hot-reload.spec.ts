import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createServer } from 'vite';
import { openCarrel } from './app.ts';

const page = `<!doctype html>
<title>Carrel</title>
<input role="combobox" aria-label="Scan or type" />
<p></p>
<script type="module" src="/words.ts"></script>`;

const saying = (words: string): string =>
  `document.querySelector('p')!.textContent = '${words}';\nimport.meta.hot!.accept();\n`;

test('what is changed in a page that Vite serves is in the window at once, without a new start', async () => {
  // Not in Playwright's own folder, whose changes Vite does not watch.
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-served-'));
  await writeFile(`${folder}/index.html`, page);
  await writeFile(`${folder}/words.ts`, saying('as it was'));
  const server = await createServer({
    configFile: false,
    root: folder,
    server: { host: '127.0.0.1', port: 0 },
    logLevel: 'error',
  });
  await server.listen();
  try {
    const [url = 'nowhere'] = server.resolvedUrls?.local ?? [];
    await using carrel = await openCarrel({ env: { ELECTRON_RENDERER_URL: url } });
    const message = carrel.page.getByRole('paragraph');
    await expect(message).toHaveText('as it was');
    const box = carrel.page.getByRole('combobox');
    await box.fill('kept');
    // Vite's socket may open later than the page: until then a change is not heard of.
    await expect(async () => {
      await writeFile(`${folder}/words.ts`, saying('as it is'));
      await expect(message).toHaveText('as it is', { timeout: 2000 });
    }).toPass();
    await expect(box, 'mended in place').toHaveValue('kept');
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
});
