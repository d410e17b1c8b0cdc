import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { targets } from '../../../build/package/targets.ts';
import { artifactIn, makePackages } from '../packages.ts';
import { makeNsis, nsisTools } from './nsis-tools.ts';
import { step } from './steps.ts';
import { lastBits, Wine } from './wine.ts';

/** A program that answers as it is told by a file beside it, and notes what it was asked. */
const answering =
  String.raw`
Unicode true
Target amd64-unicode
SilentInstall silent
RequestExecutionLevel user
!include FileFunc.nsh
Section
  ` +
  '${GetParameters} $0' +
  String.raw`
  FileOpen $1 "$EXEDIR\asked.txt" w
  FileWrite $1 $0
  FileClose $1
  FileOpen $1 "$EXEDIR\answer.txt" r
  FileRead $1 $2
  FileClose $1
  SetErrorLevel $2
SectionEnd
`;

/** The decisions of our script around an installation of one file: electron-builder's own installer is of 32 bits. */
const deciding = (script: string): string =>
  String.raw`
Unicode true
Target amd64-unicode
RequestExecutionLevel user
!define PRODUCT_NAME Carrel
!define APP_EXECUTABLE_FILENAME Carrel.exe
!define isUpdated '"" == "1"'
!include LogicLib.nsh
!include FileFunc.nsh
!include ` +
  script +
  String.raw`
!macro IS_POWERSHELL_AVAILABLE
!macroend
!macro FIND_PROCESS name found
  StrCpy ` +
  '${found}' +
  String.raw` 1
  IfFileExists "$INSTDIR\running.txt" 0 +2
  StrCpy ` +
  '${found}' +
  String.raw` 0
!macroend
!macro _CHECK_APP_RUNNING
!macroend
InstallDir "C:\there"
Function .onInit
  SetRegView 64
  !insertmacro customInit
FunctionEnd
Section
  !insertmacro customCheckAppRunning
  CreateDirectory "$INSTDIR"
  FileOpen $1 "$INSTDIR\installed.txt" w
  FileClose $1
SectionEnd
`;

const machineKey = String.raw`HKLM\Software\Carrel`;

/** Compiles the installer per user (with plugins that only have names), and runs the decisions of its script under wine. */
export async function compileNsis(out: string): Promise<void> {
  await step('electron-builder compiles the installer and the uninstaller, and no warning is left', () => {
    const env = nsisTools(path.join(out, 'tools'));
    const kept = { ...process.env };
    Object.assign(process.env, env);
    try {
      makePackages(['nsis'], path.join(out, 'made'));
    } finally {
      process.env = kept;
    }
    const bytes = fs.readFileSync(artifactIn(path.join(out, 'made'), targets.nsis));
    expect(bytes.subarray(0, 2).toString()).toBe('MZ');
  });
  const program = path.join(out, 'answering.exe');
  const installer = path.join(out, 'deciding.exe');
  await step('the decisions of its script are compiled by themselves', () => {
    makeNsis(answering, program);
    makeNsis(deciding(path.resolve('build/package/nsis/installer.nsh')), installer);
  });
  using windows = await step('a Windows of its own is there', () => new Wine(path.join(out, 'wine')));
  const install = (): number => windows.run(installer, '/S').code;
  const isInstalled = (): boolean => windows.has('there', 'installed.txt');
  const running = (answer: number): void => {
    fs.rmSync(windows.at('there'), { recursive: true, force: true });
    fs.mkdirSync(windows.at('there'));
    fs.copyFileSync(program, windows.at('there', 'Carrel.exe'));
    fs.writeFileSync(windows.at('there', 'answer.txt'), String(answer));
  };

  await step('where nothing is installed it installs', () => {
    expect(install()).toBe(0);
    expect(isInstalled()).toBe(true);
  });
  await step('a desk in use is asked to finish, and where it does not, nothing is changed', () => {
    running(75);
    expect(install()).toBe(75);
    expect(fs.readFileSync(windows.at('there', 'asked.txt'), 'utf8')).toBe('--drain --timeout 600');
    expect(isInstalled()).toBe(false);
  });
  await step('a desk that has come to rest is replaced', () => {
    running(0);
    expect(install()).toBe(0);
    expect(isInstalled()).toBe(true);
  });
  await step('where the desks cannot be asked, nothing is changed under one that is running', () => {
    running(77);
    fs.writeFileSync(windows.at('there', 'running.txt'), '');
    expect(install()).toBe(75);
    expect(isInstalled()).toBe(false);
    fs.rmSync(windows.at('there', 'running.txt'));
    expect(install()).toBe(0);
    expect(isInstalled()).toBe(true);
  });
  await step('a copy that cannot be started is replaced', () => {
    running(0);
    fs.writeFileSync(windows.at('there', 'Carrel.exe'), 'broken');
    expect(install()).toBe(0);
    expect(isInstalled()).toBe(true);
  });
  await step('beside the MSI it refuses, before it asks anything', () => {
    running(0);
    windows.run('reg', 'add', machineKey, '/v', 'InstalledBy', '/d', 'msi', '/f');
    expect(install()).toBe(lastBits(1638));
    expect(isInstalled()).toBe(false);
    expect(windows.has('there', 'asked.txt')).toBe(false);
  });
}
