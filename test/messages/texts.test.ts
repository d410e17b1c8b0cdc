import { globSync, readFileSync } from 'node:fs';
import { parse, type AST } from 'svelte/compiler';
import { describe, expect, test } from 'vitest';

/** Attributes and properties whose text a person reads or hears. */
const spoken = new Set([
  ...[
    'alt',
    'aria-description',
    'aria-label',
    'aria-roledescription',
    'aria-valuetext',
    'placeholder',
    'title',
  ],
  ...['about', 'act', 'description', 'error', 'hint', 'label', 'note', 'optional', 'text', 'waiting', 'word'],
]);
type Node = Readonly<Record<string, unknown>> & { readonly type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Two letters in a row, in any script: a word. */
const isWords = (text: string): boolean => /\p{L}\p{L}/u.test(text);
/** In code, where most texts are names: words with a space between them that begin as a sentence does. */
const isSentence = (text: string): boolean => /^\p{Lu}\p{Ll}+[\s,.]|^\p{Lu}\p{Ll}+$/u.test(text.trim());

/** Every text in a component that would be on screen in English whatever language is chosen. */
function textsIn(source: string): string[] {
  const found: string[] = [];
  const visit = (node: Node, attribute: string): void => {
    // What is compared with something is not shown.
    if (node.type === 'BinaryExpression' && /^[!=]/.test(String(node['operator']))) return;
    if (node.type === 'Text' && (attribute === '' || spoken.has(attribute)) && isWords(String(node['data'])))
      found.push(String(node['data']).trim());
    if (node.type === 'Literal' && typeof node['value'] === 'string') {
      const { value } = node;
      if (spoken.has(attribute) ? isWords(value) : attribute === '' && isSentence(value)) found.push(value);
    }
    if (node.type === 'TemplateElement' && (attribute === '' || spoken.has(attribute))) {
      const { raw } = node['value'] as { readonly raw: string };
      if (isSentence(raw)) found.push(raw);
    }
    // `style:block-size="{height}px"`: a style, like an attribute, is not text.
    const named = node.type === 'Attribute' || node.type === 'StyleDirective';
    const within = named ? String(node['name']) : attribute;
    for (const [name, value] of Object.entries(node)) {
      // What a function is told is a name to it: `act.error('amount')`.
      const report = node.type === 'CallExpression' && name === 'arguments';
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
        if (isNode(child)) visit(child, report ? 'arguments' : within);
    }
  };
  const root: AST.Root = parse(source, { modern: true });
  visit(root.fragment as unknown as Node, '');
  return found;
}

const components = globSync('src/renderer/**/*.svelte');

describe('text is in the message files, and not in the code', () => {
  test('there are components to look at', () => {
    expect(components.length).toBeGreaterThan(60);
  });

  test.each(components)('%s', (file) => {
    expect(textsIn(readFileSync(file, 'utf8'))).toEqual([]);
  });

  test.each([
    ['<p>Hello there</p>', ['Hello there']],
    ['<p>שלום</p>', ['שלום']],
    ['<Button label="Close it" />', ['Close it']],
    ['<input placeholder="name" />', ['name']],
    ["<p>{late ? 'Still waiting' : ''}</p>", ['Still waiting']],
    ['<p title={`Due ${day}`}>{day}</p>', ['Due ']],
    ['<p class="two words">{m.desk_end()} · 14</p>', []],
    ["<p class={[{ done }, 'code']} dir='auto'>×</p>", []],
  ])('finds what is left in %s', (source, texts) => {
    expect(textsIn(source)).toEqual(texts);
  });
});
