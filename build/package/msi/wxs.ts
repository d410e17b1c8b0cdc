import path from 'node:path';
import { names, publisher } from '../names.ts';
import { component, idOf, staying } from './component.ts';
import { guidOf, windowsVersion } from './identity.ts';
import { keptComment, keptNoteName } from './kept-note.ts';
import { type Folder, type PayloadFile, treeOf } from './payload.ts';
import { executable, executableId, registryComponents } from './registry.ts';
import { element, type Element, written } from './xml.ts';

/** What makes the package out of its description: WiX 3 on Windows, Debian's wixl elsewhere. */
export type Toolset = 'wix' | 'wixl';

export interface PackageOptions {
  readonly version: string;
  readonly files: readonly PayloadFile[];
  /** The folder in which the toolset is run: wixl knows no absolute paths. */
  readonly runIn: string;
  /** An .ico file, for the shortcut and the list of installed programs. */
  readonly icon: string | null;
  /** The text file that stays behind (`kept-note.ts`). */
  readonly note: string;
  readonly toolset: Toolset;
}

const sourceOf = (file: string, { runIn }: PackageOptions): string => path.relative(runIn, file);

/** Windows takes the icon's kind from this name. */
const iconId = `${names.product}Icon.exe`;

/** English (United States); the package has no dialogs of its own. */
const language = '1033';

/**
 * Administrators change what is in it, everybody else reads. It is theirs also where a user had made it: whoever owns a
 * folder can change its rights.
 */
const machineFolderRights = 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';

/** As that, and each user may add a file and change their own: as `carrel --drain` makes it (src/main/quiet/drain.ts). */
const desksFolderRights = `${machineFolderRights}(A;;0x100002;;;BU)(A;OICIIO;FA;;;CO)`;

const property = (id: string, value: string): Element => element('Property', { Id: id, Value: value });

/** What `msiexec` and the list of installed programs are told. */
const properties = (icon: string | null): (Element | false)[] => [
  property('ARPCOMMENTS', keptComment),
  property('ARPURLINFOABOUT', publisher.homepage),
  property('ARPNOMODIFY', '1'),
  icon !== null && property('ARPPRODUCTICON', iconId),
  // A shortcut that is a plain file: the other kind starts a repair when somebody opens it.
  property('DISABLEADVTSHORTCUTS', '1'),
  // A desk that lends is never closed and never restarted: files in use are replaced at the machine's next start.
  property('MSIRESTARTMANAGERCONTROL', 'DisableShutdown'),
  property('REBOOT', 'ReallySuppress'),
];

const shortcut = ({ icon, toolset }: PackageOptions): Element =>
  element(
    'Shortcut',
    {
      ...{ Id: 'StartMenu', Directory: 'ProgramMenuFolder', Name: names.product, Advertise: 'yes' },
      ...{ WorkingDirectory: 'INSTALLFOLDER', Icon: icon === null ? undefined : iconId },
    },
    [toolset === 'wix' && element('ShortcutProperty', { Key: 'System.AppUserModel.ID', Value: names.appId })],
  );

/** A file is a component of its own, named after its place, so that an upgrade knows which of them is gone. */
function fileComponent({ place, source }: PayloadFile, options: PackageOptions): Element {
  const isProgram = place === executable;
  const id = isProgram ? executableId : idOf('file', place);
  const name = place.split('/').at(-1);
  return component(`file ${place}`, [
    element('File', { Id: id, Name: name, Source: sourceOf(source, options), KeyPath: 'yes' }, [
      isProgram && shortcut(options),
    ]),
  ]);
}

const contents = ({ files, folders }: Folder, options: PackageOptions): Element[] => [
  ...files.map((file) => fileComponent(file, options)),
  ...folders.map((folder) =>
    element('Directory', { Id: idOf('folder', folder.place), Name: folder.name }, contents(folder, options)),
  ),
];

const createFolder = ({ toolset }: PackageOptions, rights: string): Element =>
  element('CreateFolder', {}, [toolset === 'wix' && element('PermissionEx', { Sddl: rights })]);

/**
 * `C:\ProgramData\Carrel`: policies are put there. It and the note in it stay when Carrel is removed. In its folder
 * `desks` the running programs answer an installer that asks them to finish (`carrel --drain`).
 */
const machineFolder = (options: PackageOptions): Element =>
  element('Directory', { Id: 'CommonAppDataFolder' }, [
    element('Directory', { Id: 'MACHINEFOLDER', Name: names.product }, [
      staying('kept note', [
        createFolder(options, machineFolderRights),
        element('File', {
          Id: 'KeptNote',
          Name: keptNoteName,
          Source: sourceOf(options.note, options),
          KeyPath: 'yes',
        }),
      ]),
      element('Directory', { Id: 'DESKSFOLDER', Name: 'desks' }, [
        component('folder of desks', [createFolder(options, desksFolderRights)]),
      ]),
    ]),
  ]);

const folders = (options: PackageOptions, version: string): Element =>
  element('Directory', { Id: 'TARGETDIR', Name: 'SourceDir' }, [
    element('Directory', { Id: 'ProgramFiles64Folder' }, [
      element('Directory', { Id: 'INSTALLFOLDER', Name: names.product }, [
        ...contents(treeOf(options.files), options),
        ...registryComponents(version),
      ]),
    ]),
    machineFolder(options),
    element('Directory', { Id: 'ProgramMenuFolder' }),
  ]);

/** The identifiers of all components below an element. */
const componentIds = ({ name, attributes, children }: Element): string[] => [
  ...(name === 'Component' ? [attributes.Id ?? ''] : []),
  ...children.flatMap(componentIds),
];

/**
 * The package in WiX 3's language: for the whole machine, without dialogs, without actions of its own. The two toolsets
 * differ only in what wixl does not know: the rights of the folder of policies, the shortcut's identity for the taskbar,
 * and at which point of an upgrade the earlier version goes.
 */
export function packageSource(options: PackageOptions): string {
  const { icon, toolset } = options;
  const version = windowsVersion(options.version);
  const tree = folders(options, version);
  const product = element(
    'Product',
    {
      ...{ Id: guidOf(`product ${version}`), Name: names.product, Version: version },
      ...{ Language: language, Codepage: '65001', Manufacturer: publisher.name },
      UpgradeCode: `{${names.msiUpgradeCode}}`,
    },
    [
      element('Package', {
        ...{ InstallerVersion: '500', Compressed: 'yes', InstallScope: 'perMachine', Languages: language },
        ...{ Description: `${names.product} ${version}`, Manufacturer: publisher.name },
      }),
      element('MajorUpgrade', {
        DowngradeErrorMessage: `A newer ${names.product} is installed. It was left as it is.`,
        // Within the transaction: an upgrade that fails puts the earlier version back.
        Schedule: toolset === 'wix' ? 'afterInstallInitialize' : undefined,
      }),
      element('MediaTemplate', { EmbedCab: 'yes' }),
      icon !== null && element('Icon', { Id: iconId, SourceFile: sourceOf(icon, options) }),
      ...properties(icon),
      tree,
      element('Feature', { Id: 'Program', Title: names.product, Level: '1', Absent: 'disallow' }, [
        ...componentIds(tree).map((id) => element('ComponentRef', { Id: id })),
      ]),
    ],
  );
  const root = element('Wix', { xmlns: 'http://schemas.microsoft.com/wix/2006/wi' }, [product]);
  return `<?xml version="1.0" encoding="utf-8"?>\n${written(root)}`;
}
