import { fileAssociations, names } from '../names.ts';
import { component } from './component.ts';
import { machineKey } from './identity.ts';
import { element, type Element } from './xml.ts';

/** The program's file, and by its identifier in the package. */
export const executable = `${names.product}.exe`;
export const executableId = names.product;

const classes = String.raw`Software\Classes`;
const appPath = `Software\\Microsoft\\Windows\\CurrentVersion\\App Paths\\${executable}`;

/** What follows `--` is no switch, and the quotes keep it one argument. */
const openCommand = `"[#${executableId}]" -- "%1"`;

/** A value of the machine's registry; its key's own where it has no name. */
const value = (key: string, name: string | undefined, text: string): Element =>
  element('RegistryValue', { Root: 'HKLM', Key: key, Name: name, Type: 'string', Value: text });

/** The value by which Windows knows whether a component is there. */
const keyValue = (key: string, name: string | undefined, text: string): Element =>
  element('RegistryValue', {
    ...{ Root: 'HKLM', Key: key, Name: name, Type: 'string', Value: text, KeyPath: 'yes' },
  });

const opens = (progId: string): Element[] => [
  value(`${classes}\\${progId}\\DefaultIcon`, undefined, `[#${executableId}],0`),
  value(`${classes}\\${progId}\\shell\\open\\command`, undefined, openCommand),
];

/** Says that the machine has it: the installer per user, inventories and support read it. `Folder` is where it is. */
const machine = (version: string): Element =>
  component('registry machine', [
    keyValue(machineKey, 'InstalledBy', 'msi'),
    value(machineKey, 'Version', version),
    value(machineKey, 'Folder', '[INSTALLFOLDER]'),
    value(appPath, undefined, `[#${executableId}]`),
  ]);

const link = (): Element =>
  component(`registry link ${names.protocol}`, [
    keyValue(`${classes}\\${names.protocol}`, undefined, `URL:${names.product}`),
    value(`${classes}\\${names.protocol}`, 'URL Protocol', ''),
    ...opens(names.protocol),
  ]);

function association({ ext, description }: { readonly ext: string; readonly description: string }): Element {
  const progId = `${names.product}.${ext}`;
  return component(`registry extension ${ext}`, [
    keyValue(`${classes}\\.${ext}`, undefined, progId),
    value(`${classes}\\${progId}`, undefined, description),
    ...opens(progId),
  ]);
}

/** Everything of the registry that is written when Carrel is installed, and taken away when it is removed. */
export const registryComponents = (version: string): Element[] => [
  machine(version),
  link(),
  ...fileAssociations.map(association),
];
