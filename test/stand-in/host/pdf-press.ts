import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Connection } from './cdp.ts';
import { executable, unsandboxed } from './chromium.ts';
import type { pdfOptions } from './pdf-options.ts';

/**
 * Prints a page to PDF in a Chromium of its own, which has no windows: one that has does not print what it hides. Takes
 * its start each time, about a second.
 */
export async function pressPdf(html: string, options: ReturnType<typeof pdfOptions>): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-press-'));
  const args = [
    ...['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${folder}`, '--no-startup-window'],
    ...['--no-first-run', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    ...unsandboxed,
  ];
  const child = spawn(executable, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [, , , writable, readable] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const connection = new Connection(writable, readable);
  const { browser } = connection;
  try {
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const devtools = connection.session(sessionId);
    await devtools.send('Page.setDocumentContent', { frameId: targetId, html });
    await devtools.send('Runtime.evaluate', {
      expression: 'Promise.allSettled([...document.images].map((image) => image.decode()))',
      awaitPromise: true,
    });
    return (await devtools.send('Page.printToPDF', options)).data;
  } finally {
    child.kill('SIGKILL');
    await ended;
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}
