import { parse } from 'plist';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { escaped, nameOf } from '../../build/policy/admx.ts';
import { policyEntries } from '../../build/policy/entries.ts';
import { policyFiles } from '../../build/policy/files.ts';
import { policyIds } from '../../src/contract/policy.ts';
import { bundleId } from '../../src/main/policy/mac.ts';
import { parsePolicyText } from '../../src/main/policy/parse.ts';
import { parsePreferences } from '../../src/main/policy/preferences.ts';

const files = policyFiles();
const textOf = (name: string): string => files.get(name) ?? '';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Reads XML strictly: what is not well-formed throws. */
function elementsOf(xml: string): Element[] {
  const all: Element[] = [];
  const open: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
    all.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return all;
}

const named = (elements: readonly Element[], name: string): Element[] =>
  elements.filter((element) => element.name === name);

describe('the templates for group policy', () => {
  const admx = elementsOf(textOf('windows/Carrel.admx'));
  const adml = elementsOf(textOf('windows/en-US/Carrel.adml'));
  const policies = named(admx, 'policy');

  test('have each setting twice: held, and recommended', () => {
    expect(policies.map(({ attributes }) => attributes['name'])).toEqual([
      ...policyIds,
      ...policyIds.map((id) => `${id}_recommended`),
    ]);
    expect(new Set(policies.map(({ attributes }) => attributes['key']))).toEqual(
      new Set([String.raw`Software\Policies\Carrel`, String.raw`Software\Policies\Carrel\Recommended`]),
    );
  });

  test('have names without dots, each once', () => {
    for (const tag of ['policy', 'category', 'definition'])
      expect(named(admx, tag).every(({ attributes }) => /^[A-Za-z]\w*$/.test(attributes['name'] ?? ''))).toBe(
        true,
      );
    for (const tag of ['string', 'presentation']) {
      const ids = named(adml, tag).map(({ attributes }) => attributes['id']);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id) => /^[A-Za-z]\w*$/.test(id ?? ''))).toBe(true);
    }
    expect(() => nameOf('with.dot')).toThrow();
    expect(escaped(`<a & "b">'`)).toBe('&lt;a &amp; &quot;b&quot;&gt;&apos;');
  });

  test('name only texts, forms, categories and fields that are there, and none in vain', () => {
    const idsOf = (tag: string, key: string, from = admx): Set<string | undefined> =>
      new Set(named(from, tag).map(({ attributes }) => attributes[key]));
    const used = (kind: string): Set<string | undefined> =>
      new Set(
        [...textOf('windows/Carrel.admx').matchAll(new RegExp(`\\$\\(${kind}\\.([^)]*)\\)`, 'g'))].map(
          ([, id]) => id,
        ),
      );
    expect(used('string')).toEqual(idsOf('string', 'id', adml));
    expect(used('presentation')).toEqual(idsOf('presentation', 'id', adml));
    expect([...idsOf('parentCategory', 'ref')].every((ref) => idsOf('category', 'name').has(ref))).toBe(true);
    expect([...idsOf('supportedOn', 'ref')].filter(Boolean)).toEqual(['SUPPORTED_Carrel']);
    for (const policy of policies) {
      const form = /\.(\w+)\)/.exec(policy.attributes['presentation'] ?? '')?.[1];
      const fields = named(policy.children, 'elements').flatMap(({ children }) => children);
      const refs = named(adml, 'presentation')
        .filter(({ attributes }) => attributes['id'] === form)
        .flatMap(({ children }) => children.flatMap(({ attributes }) => attributes['refId'] ?? []));
      expect(fields.map(({ attributes }) => attributes['id'])).toEqual(refs);
    }
  });

  // By Microsoft's PolicyDefinitionFiles.xsd, which is not ours to carry.
  test('have their parts in the order, and with the attributes, that Windows asks for', () => {
    const order = ['parentCategory', 'supportedOn', 'enabledValue', 'disabledValue', 'elements'];
    for (const { attributes, children } of policies) {
      const places = children.map(({ name }) => order.indexOf(name));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places).not.toContain(-1);
      expect(attributes['class']).toBe('Both');
      const isFlag = children.some(({ name }) => name === 'enabledValue');
      expect(attributes['valueName'] !== undefined).toBe(isFlag);
      expect(attributes['presentation'] !== undefined).toBe(!isFlag);
    }
    const allowed: Readonly<Record<string, readonly string[]>> = {
      text: ['id', 'valueName', 'required', 'maxLength'],
      decimal: ['id', 'valueName', 'required', 'minValue', 'maxValue'],
      enum: ['id', 'valueName', 'required'],
      multiText: ['id', 'valueName', 'required', 'maxLength', 'maxStrings'],
    };
    for (const field of named(admx, 'elements').flatMap(({ children }) => children))
      expect(Object.keys(field.attributes)).toEqual(allowed[field.name]);
    const roots = { admx: admx[0], adml: adml[0] };
    expect(roots.admx?.children.map(({ name }) => name)).toEqual([
      ...['policyNamespaces', 'resources', 'supportedOn', 'categories', 'policies'],
    ]);
    expect(roots.adml?.children.map(({ name }) => name)).toEqual(['displayName', 'description', 'resources']);
    for (const root of [roots.admx, roots.adml])
      expect(root?.attributes).toMatchObject({
        ...{ revision: '1.0', schemaVersion: '1.0' },
        xmlns: 'http://www.microsoft.com/GroupPolicy/PolicyDefinitions',
      });
    expect(adml.find(({ name, children }) => name === 'resources' && children.length > 0)).toMatchObject({
      children: [{ name: 'stringTable' }, { name: 'presentationTable' }],
    });
  });

  test('refer to texts and forms only by names of letters, digits and _', () => {
    const reference = { string: /^\$\(string\.\w+\)$/, presentation: /^\$\(presentation\.\w+\)$/ };
    for (const { attributes, name } of admx) {
      for (const text of ['displayName', 'explainText'])
        if (name !== 'target' && attributes[text] !== undefined)
          expect(attributes[text]).toMatch(reference.string);
      if (attributes['presentation'] !== undefined)
        expect(attributes['presentation']).toMatch(reference.presentation);
      for (const bound of ['minValue', 'maxValue', 'maxLength', 'maxStrings'])
        expect(attributes[bound] ?? '0').toMatch(/^\d{1,9}$/);
    }
    const values = named(admx, 'value').flatMap(({ children }) => children);
    expect(values.length).toBeGreaterThan(0);
    expect(values.every(({ name, text }) => name === 'string' && text.length <= 255)).toBe(true);
  });

  test('have fields that hold what fields of their kind may', () => {
    const fields = named(adml, 'presentation').flatMap(({ children }) => children);
    const kinds: Readonly<Record<string, (field: Element) => boolean>> = {
      text: ({ text, attributes }) => text !== '' && Object.keys(attributes).length === 0,
      textBox: ({ children }) => children.map(({ name }) => name).join() === 'label',
      decimalTextBox: ({ text, children }) => text !== '' && children.length === 0,
      dropdownList: ({ text, children }) => text !== '' && children.length === 0,
      // It has no label: the one before it is a text.
      multiTextBox: ({ text, children }) => text === '' && children.length === 0,
    };
    for (const field of fields) expect([field.name, kinds[field.name]?.(field)]).toEqual([field.name, true]);
  });

  test('say the same in words as the catalogue', () => {
    const strings = new Map(named(adml, 'string').map(({ attributes, text }) => [attributes['id'], text]));
    for (const { id, title, help } of policyEntries) {
      expect(strings.get(`${id}_title`)).toBe(title);
      expect(strings.get(`${id}_help`)).toContain(help);
    }
  });
});

describe('the profile', () => {
  const Profile = z.object({
    PayloadType: z.literal('Configuration'),
    PayloadUUID: z.guid(),
    PayloadContent: z.tuple([z.looseObject({ PayloadType: z.literal(bundleId), PayloadUUID: z.guid() })]),
  });

  test('is read back as what the sample says', () => {
    const [payload] = Profile.parse(parse(textOf('mac/Carrel.mobileconfig'))).PayloadContent;
    const preferences = textOf('mac/Carrel.mobileconfig');
    expect(preferences).toContain('<!DOCTYPE plist');
    const sample = parsePolicyText(textOf('sample-policy.json'));
    if (!sample.ok) throw new Error('the sample is no policy');
    expect(payload).toMatchObject({ ...sample.content.mandatory, Recommended: sample.content.recommended });
  });

  test('has a manifest with every setting', () => {
    const Manifest = z.object({
      pfm_subkeys: z.array(z.looseObject({ pfm_name: z.string(), pfm_type: z.string() })),
    });
    const { pfm_subkeys: keys } = Manifest.parse(parse(textOf(`mac/${bundleId}.plist`)));
    expect(keys.map((key) => key.pfm_name)).toEqual([...policyIds, 'Recommended']);
    expect(parsePreferences(Buffer.from(textOf('mac/Carrel.mobileconfig')))).toMatchObject({ ok: true });
  });
});

describe('the rest', () => {
  test('the sample is a good policy with every setting in it once', () => {
    const judged = parsePolicyText(textOf('sample-policy.json'));
    if (!judged.ok) throw new Error(JSON.stringify(judged.problems));
    const { mandatory, recommended } = judged.content;
    expect([...Object.keys(mandatory), ...Object.keys(recommended)].toSorted()).toEqual(
      [...policyIds].toSorted(),
    );
  });

  test('the JSON Schema knows every setting, and nothing else', () => {
    const Part = z.object({
      additionalProperties: z.literal(false),
      properties: z.record(z.string(), z.object({})),
    });
    const schema = z
      .object({ properties: z.object({ mandatory: Part, recommended: Part }) })
      .parse(JSON.parse(textOf('policy.schema.json')));
    for (const part of Object.values(schema.properties))
      expect(Object.keys(part.properties)).toEqual(policyIds);
  });

  test('the page has a section for every setting', () => {
    const sections = [...textOf('policy.md').matchAll(/^### (\w+)$/gm)].map(([, id]) => id);
    expect(sections).toEqual(policyIds);
  });

  test('two builds are the same', () => expect(policyFiles()).toEqual(files));
});
