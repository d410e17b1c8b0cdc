import { parsers } from 'prettier/plugins/markdown';
import * as z from 'zod';
import type { Block, Line, Page, Piece } from '../../src/renderer/for-it/blocks.ts';

/** A node of Markdown's tree (mdast), as far as pages use it. */
interface Node {
  readonly type: string;
  readonly value: string;
  readonly depth: number;
  readonly lang: string | null;
  readonly meta: string | null;
  readonly ordered: boolean;
  readonly children: readonly Node[];
}

const Node: z.ZodType<Node> = z.object({
  type: z.string(),
  value: z.string().default(''),
  depth: z.number().default(0),
  lang: z.string().nullable().default(null),
  meta: z.string().nullable().default(null),
  ordered: z.boolean().default(false),
  children: z.lazy(() => z.array(Node)).default([]),
});

/** What a page may not hold is found here, and not by whoever reads it. */
const refused = (node: Node): Error =>
  new Error(
    `A page in Markdown may not hold this part (${node.type}): ${JSON.stringify(node).slice(0, 200)}`,
  );

/** The lines of a paragraph are one. */
const joined = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');

function pieceOf(node: Node): Piece {
  if (node.type === 'text') return { as: 'words', text: joined(node.value) };
  if (node.type === 'inlineCode') return { as: 'code', text: joined(node.value) };
  const [only, ...more] = node.children;
  if (node.type === 'strong' && only?.type === 'text' && more.length === 0)
    return { as: 'strong', text: joined(only.value) };
  throw refused(node);
}

const lineOf = ({ children }: Node): Line => children.map(pieceOf);

function itemOf(node: Node): Line {
  const [only, ...more] = node.children;
  if (only?.type !== 'paragraph' || more.length > 0) throw refused(node);
  return lineOf(only);
}

function blockOf(node: Node): Block {
  switch (node.type) {
    case 'heading':
      return {
        kind: 'heading',
        depth: node.depth,
        text: lineOf(node)
          .map(({ text }) => text)
          .join(''),
      };
    case 'paragraph':
      return { kind: 'text', line: lineOf(node) };
    case 'list':
      return { kind: 'list', ordered: node.ordered, items: node.children.map(itemOf) };
    case 'code':
      return { kind: 'code', language: node.lang ?? '', name: node.meta ?? '', text: node.value };
    case 'table': {
      const [head = [], ...rows] = node.children.map(({ children }) => children.map(lineOf));
      return { kind: 'table', head, rows };
    }
    default:
      throw refused(node);
  }
}

/**
 * A page in Markdown in its parts, read by the parser that also formats it. Throws for what pages do not hold: links,
 * pictures, HTML, lists in lists.
 */
export async function pageOf(text: string): Promise<Page> {
  const tree: unknown = await parsers.markdown.parse(
    text,
    {} as Parameters<typeof parsers.markdown.parse>[1],
  );
  return { text, blocks: Node.parse(tree).children.map(blockOf) };
}
