import { policyKey, recommendedSubkey } from '../../src/main/policy/windows.ts';
import { optionsOf, policyEntries, type PolicyEntry } from './entries.ts';

/** Text in XML, in an element and in an attribute alike. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');

/** A name of group policy: letters, digits and `_`. With a dot, Windows refuses the whole file. */
export function nameOf(...parts: readonly string[]): string {
  const name = parts.join('_');
  if (!/^[A-Za-z]\w*$/.test(name)) throw new Error(`not a name of group policy: ${name}`);
  return name;
}

/** The one that Microsoft’s schema of these files is for. */
const namespace = 'http://www.microsoft.com/GroupPolicy/PolicyDefinitions';
const head = '<?xml version="1.0" encoding="utf-8"?>';
const attributes = `xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" revision="1.0" schemaVersion="1.0" xmlns="${namespace}"`;

/** Each setting is there twice: as what holds, and as what is recommended. */
const kinds = [
  { suffix: [], category: 'Carrel', key: policyKey },
  { suffix: ['recommended'], category: 'CarrelRecommended', key: `${policyKey}\\${recommendedSubkey}` },
] as const;
type Kind = (typeof kinds)[number];

/** The longest JSON that the editor of group policy takes. */
const mostData = 100_000;

function elementOf(entry: PolicyEntry): string {
  const common = `id="${nameOf(entry.id)}" valueName="${nameOf(entry.id)}" required="true"`;
  switch (entry.form.kind) {
    case 'text':
      return `<text ${common} maxLength="${entry.form.most}" />`;
    case 'number':
      return `<decimal ${common} minValue="${entry.form.least}" maxValue="${entry.form.most}" />`;
    case 'choice':
      return `<enum ${common}>${optionsOf(entry)
        .map(
          ({ value }) =>
            `<item displayName="$(string.${nameOf(entry.id, 'option', value)})"><value><string>${escaped(value)}</string></value></item>`,
        )
        .join('')}</enum>`;
    case 'data':
      return `<multiText ${common} maxLength="${mostData}" maxStrings="0" />`;
    case 'flag':
      return '';
  }
}

function policyOf(entry: PolicyEntry, { suffix, category, key }: Kind): string {
  const isFlag = entry.form.kind === 'flag';
  const name = nameOf(entry.id, ...suffix);
  return `    <policy name="${name}" class="Both" displayName="$(string.${nameOf(entry.id, 'title')})" explainText="$(string.${nameOf(entry.id, 'help')})"${
    isFlag ? '' : ` presentation="$(presentation.${nameOf(entry.id, 'presentation')})"`
  } key="${escaped(key)}"${isFlag ? ` valueName="${nameOf(entry.id)}"` : ''}>
      <parentCategory ref="${category}" />
      <supportedOn ref="SUPPORTED_Carrel" />
      ${
        isFlag
          ? '<enabledValue><decimal value="1" /></enabledValue>\n      <disabledValue><decimal value="0" /></disabledValue>'
          : `<elements>${elementOf(entry)}</elements>`
      }
    </policy>`;
}

/** The definitions for group policy (`Carrel.admx`). */
export const admx = (): string => `${head}
<policyDefinitions ${attributes}>
  <policyNamespaces>
    <target prefix="carrel" namespace="Carrel.Policies.Carrel" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="SUPPORTED_Carrel" displayName="$(string.SUPPORTED_Carrel)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="Carrel" displayName="$(string.category_Carrel)" />
    <category name="CarrelRecommended" displayName="$(string.category_recommended)">
      <parentCategory ref="Carrel" />
    </category>
  </categories>
  <policies>
${kinds.flatMap((kind) => policyEntries.map((entry) => policyOf(entry, kind))).join('\n')}
  </policies>
</policyDefinitions>
`;

function presentationOf(entry: PolicyEntry): string {
  const label = escaped(entry.title);
  const refId = `refId="${nameOf(entry.id)}"`;
  switch (entry.form.kind) {
    case 'text':
      return `<textBox ${refId}><label>${label}</label></textBox>`;
    case 'number':
      return `<decimalTextBox ${refId} defaultValue="${String(entry.sample)}">${label}</decimalTextBox>`;
    case 'choice':
      return `<dropdownList ${refId} noSort="true">${label}</dropdownList>`;
    case 'data':
      // The only field without a label of its own.
      return `<text>${label}</text><multiTextBox ${refId} />`;
    case 'flag':
      return '';
  }
}

/** Lists and objects are JSON in the registry: an example says how. */
const explained = ({ help, form, sample }: PolicyEntry): string =>
  form.kind === 'data' ? `${help}\n\nJSON, such as: ${JSON.stringify(sample)}` : help;

/** The texts of the definitions in English (`en-US/Carrel.adml`). */
export function adml(): string {
  const strings: readonly (readonly [string, string])[] = [
    ['SUPPORTED_Carrel', 'Carrel'],
    ['category_Carrel', 'Carrel'],
    ['category_recommended', 'Recommended: until the user chooses otherwise'],
    ...policyEntries.flatMap((entry): [string, string][] => [
      [nameOf(entry.id, 'title'), entry.title],
      [nameOf(entry.id, 'help'), explained(entry)],
      ...optionsOf(entry).map(({ value, title }): [string, string] => [
        nameOf(entry.id, 'option', value),
        title,
      ]),
    ]),
  ];
  const presented = policyEntries.filter(({ form }) => form.kind !== 'flag');
  return `${head}
<policyDefinitionResources ${attributes}>
  <displayName>Carrel</displayName>
  <description>Carrel</description>
  <resources>
    <stringTable>
${strings.map(([id, text]) => `      <string id="${id}">${escaped(text)}</string>`).join('\n')}
    </stringTable>
    <presentationTable>
${presented
  .map(
    (entry) =>
      `      <presentation id="${nameOf(entry.id, 'presentation')}">${presentationOf(entry)}</presentation>`,
  )
  .join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}
