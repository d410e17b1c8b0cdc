import path from 'node:path';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { describe, expect, test } from 'vitest';
import { guidOf, windowsVersion } from '../../build/package/msi/identity.ts';
import { keptNote } from '../../build/package/msi/kept-note.ts';
import { treeOf } from '../../build/package/msi/payload.ts';
import { packageSource, type Toolset } from '../../build/package/msi/wxs.ts';

const places = [
  'Carrel.exe',
  'LICENSE',
  'locales/de.pak',
  'locales/en-US.pak',
  'resources/app.asar',
  'resources/app.asar.unpacked/node_modules/keytar/prebuilds/win32-x64/keytar.node',
  `resources/${'a long name & <another>/'.repeat(12)}file.txt`,
];

const sourceOf = (version = '1.2.3', toolset: Toolset = 'wix', which = places): string =>
  packageSource({
    ...{ version, toolset, icon: '/work/carrel.ico', note: '/work/note.txt', runIn: '/work' },
    files: which.map((place) => ({ place, source: path.join('/work/win-unpacked', place) })),
  });

type Tag = SaxesTagPlain;

/** All elements; throws where it is not well-formed. */
function elements(source: string): Tag[] {
  const found: Tag[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => found.push(tag));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(source).close();
  return found;
}

const named = (name: string, source = sourceOf()): Tag['attributes'][] =>
  elements(source)
    .filter((tag) => tag.name === name)
    .map(({ attributes }) => attributes);
const componentOf = (source: string): Map<string, string> =>
  new Map(named('Component', source).map(({ Id = '', Guid = '' }) => [Id, Guid]));

describe('the description of the MSI', () => {
  test.each<Toolset>(['wix', 'wixl'])('is well-formed for %s, each identifier once', (toolset) => {
    const tags = elements(sourceOf('1.2.3', toolset)).filter(({ name }) => !/Ref$|^Property$/.test(name));
    const ids = tags.map(({ attributes }) => attributes.Id).filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^(?:[A-Za-z_][\w.]{0,71}|\{[0-9A-F-]{36}\})$/);
  });

  test('installs every component, and none twice', () => {
    const components = [...componentOf(sourceOf()).keys()];
    expect(named('ComponentRef').map(({ Id }) => Id)).toEqual(components);
    const guids = [...componentOf(sourceOf()).values()].filter((guid) => guid !== '');
    expect(new Set(guids).size).toBe(components.length - 1);
  });

  test('has each file once, where it is to be', () => {
    expect(named('File').map(({ Source = '' }) => Source)).toEqual(
      expect.arrayContaining(places.map((place) => path.join('win-unpacked', place))),
    );
    expect(named('File')).toHaveLength(places.length + 1);
  });

  test('keeps its identifiers for ever: with others an upgrade would be a second copy', () => {
    expect(guidOf('file resources/app.asar')).toBe('{938B1D38-B330-54F9-8CD5-C831689BB673}');
    expect(guidOf('product 1.0.0')).toBe('{E2477911-337F-5F3D-AC0B-A04C30C5BB46}');
    expect(named('Product')[0]).toMatchObject({ UpgradeCode: '{5E0C6B5D-8C1B-4B0E-9C55-0A7E3F0D1B52}' });
  });

  test('gives a file the same identifiers in the next version, and whatever is beside it', () => {
    const before = componentOf(sourceOf());
    const after = componentOf(sourceOf('1.3.0', 'wix', places.slice(0, 4)));
    for (const [id, guid] of after) expect(before.get(id)).toBe(guid);
    expect(named('Product', sourceOf('1.3.0'))[0]?.Id).not.toBe(named('Product')[0]?.Id);
  });

  test('is for the whole machine, refuses a downgrade, and has no actions of its own', () => {
    expect(named('Package')[0]).toMatchObject({ InstallScope: 'perMachine' });
    expect(named('MajorUpgrade')[0]?.DowngradeErrorMessage).toMatch(/newer Carrel is installed/);
    expect(sourceOf()).not.toMatch(/CustomAction|Script|ExeCommand|DllEntry/);
  });

  test('closes no desk and restarts no machine', () => {
    expect(named('Property')).toEqual(
      expect.arrayContaining([
        { Id: 'MSIRESTARTMANAGERCONTROL', Value: 'DisableShutdown' },
        { Id: 'REBOOT', Value: 'ReallySuppress' },
      ]),
    );
  });

  test('opens links and files behind `--`, in quotes', () => {
    const commands = named('RegistryValue').filter(({ Key }) => Key?.endsWith('command'));
    expect(commands.map(({ Key }) => Key)).toEqual([
      String.raw`Software\Classes\carrel\shell\open\command`,
      String.raw`Software\Classes\Carrel.carrel-policy\shell\open\command`,
      String.raw`Software\Classes\Carrel.carrel-trolley\shell\open\command`,
    ]);
    for (const { Value } of commands) expect(Value).toBe('"[#Carrel]" -- "%1"');
  });

  test('says where the journal is, in a file that stays', () => {
    expect(keptNote).toContain(String.raw`%LOCALAPPDATA%\Carrel`);
    expect([...componentOf(sourceOf()).values()].filter((guid) => guid === '')).toHaveLength(1);
    expect(named('Property')).toContainEqual({
      Id: 'ARPCOMMENTS',
      Value: String.raw`Removing Carrel keeps each person's journal and settings, in %LOCALAPPDATA%\Carrel.`,
    });
  });

  test('has the folder in which installers ask the desks: users answer there, and ask nothing', () => {
    const descriptors = named('PermissionEx').map(({ Sddl = '' }) => Sddl);
    // Whoever made the folder before would own it, and could change its rights again.
    for (const text of descriptors) expect(text).toMatch(/^O:BAG:SYD:PAI\(/);
    const rights = descriptors.map((text) => text.match(/\([^)]*;(?:BU|CO)\)/g));
    const read = '(A;OICI;0x1200a9;;;BU)';
    expect(rights).toEqual([[read], [read, '(A;;0x100002;;;BU)', '(A;OICIIO;FA;;;CO)']]);
    expect(named('Directory')).toContainEqual({ Id: 'DESKSFOLDER', Name: 'desks' });
  });

  test('is the same for both toolsets, but for what wixl does not know', () => {
    const lines = (toolset: Toolset): string[] => sourceOf('1.2.3', toolset).split('\n');
    const wixl = new Set(lines('wixl').map((line) => line.trim()));
    const only = lines('wix').filter((line) => !wixl.has(line.trim()));
    const tags = only.map((line) => /^\s*<\/?(\w+)/.exec(line)?.[1]);
    expect(new Set(tags)).toEqual(
      new Set(['MajorUpgrade', 'Shortcut', 'ShortcutProperty', 'CreateFolder', 'PermissionEx']),
    );
  });
});

test.each(['1.2', '1.2.3-rc.1', '256.0.0', '1.256.0', '1.0.65536', 'v1.0.0', ''])(
  'version %j is refused: Windows would compare it wrongly',
  (version) => {
    expect(() => windowsVersion(version)).toThrow('cannot be an MSI');
  },
);

test('a folder within a folder that has no files is still there', () => {
  const tree = treeOf([{ place: 'one/two/file', source: '' }]);
  expect(tree.folders[0]).toMatchObject({ place: 'one', files: [], folders: [{ place: 'one/two' }] });
});
