import fs from 'node:fs';
import { pageOf } from './blocks.ts';

/**
 * A plugin of the bundler's for pages in Markdown: a module that imports one has it in its parts, so that the window
 * needs no parser.
 */
export const markdownPages = {
  name: 'carrel: pages in Markdown',
  async load(id: string) {
    if (!id.endsWith('.md')) return null;
    const page = await pageOf(fs.readFileSync(id, 'utf8'));
    return { code: `export default ${JSON.stringify(page)};`, moduleType: 'js' as const, map: null };
  },
};
