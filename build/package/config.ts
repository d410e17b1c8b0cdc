import path from 'node:path';
import type { Configuration } from 'electron-builder';
import { root } from '../electron.ts';
import { fuses } from './fuses.ts';
import { linuxPayload } from './linux/payload.ts';
import { depends } from './linux/depends.ts';
import { fileAssociations, names, publisher } from './names.ts';
import { artifactName, type Processor, type Target } from './targets.ts';

/** What one run of electron-builder makes. */
export interface Order {
  readonly target: Target;
  readonly version: string;
  readonly processor: Processor;
  readonly electronVersion: string;
  /** A folder that takes the place of Electron's download. */
  readonly electronDist?: string | undefined;
  /** The staged folder of the app (`stage.ts`). */
  readonly app: string;
  /** Files to be put beside the archive: the marker (`marker.ts`), the notices (`ingredients.ts`). */
  readonly beside: readonly string[];
  /** A folder of this run alone. */
  readonly output: string;
  /** The payload of deb and rpm beside the program (`linux/payload.ts`). */
  readonly payload: string;
}

const inProject = (...parts: string[]): string => path.join(root, ...parts);

/** Whether what signs for a system was given, by electron-builder's own variables. */
const isGiven = (...variables: readonly string[]): boolean =>
  variables.every((name) => (process.env[name] ?? '') !== '');

const linux = (order: Order): Pick<Configuration, 'linux' | 'deb' | 'rpm' | 'appImage'> => {
  const scripts = {
    afterInstall: inProject('build/package/linux/after-install.sh'),
    afterRemove: inProject('build/package/linux/after-remove.sh'),
    appArmorProfile: inProject('build/package/linux/apparmor-profile'),
    fpm: linuxPayload(order.payload),
  };
  return {
    linux: {
      executableName: names.linux,
      icon: inProject('resources/icons'),
      category: 'Office',
      synopsis: 'Front desk and receiving room of a library',
      syncDesktopName: true,
      maintainer: `${publisher.name} <${publisher.mail}>`,
      vendor: publisher.name,
      // `--` keeps a link or a file from being read as a switch.
      executableArgs: ['--', '%U'],
      desktop: { entry: { Keywords: 'library;circulation;acquisitions;', StartupNotify: 'true' } },
      // With a place to publish to, deb and rpm would carry an updater that runs `pkexec dpkg -i`: they come from a
      // repository.
      publish: [],
    },
    deb: {
      ...scripts,
      depends: [...depends.deb],
      recommends: [],
      packageCategory: 'misc',
      priority: 'optional',
    },
    rpm: { ...scripts, depends: [...depends.rpm], packageCategory: 'Applications/Productivity' },
    appImage: { artifactName: artifactName(order.target, order.version, order.processor) },
  };
};

const windows: Pick<Configuration, 'win' | 'nsis'> = {
  win: {
    icon: inProject('resources/icons/carrel.ico'),
    executableName: names.product,
    legalTrademarks: '',
    // Beside the program: a policy that trusts the publisher looks at these, too.
    signExts: ['.dll', '.node'],
  },
  // Per user, and never machine-wide: an update of a machine-wide one asks for an administrator, or removes the program.
  nsis: {
    oneClick: true,
    perMachine: false,
    packElevateHelper: false,
    differentialPackage: false,
    deleteAppDataOnUninstall: false,
    guid: names.nsisGuid,
    warningsAsErrors: true,
    uninstallDisplayName: names.product,
    include: inProject('build/package/nsis/installer.nsh'),
  },
};

const mac: Pick<Configuration, 'mac' | 'pkg'> = {
  mac: {
    icon: inProject('resources/icons/carrel.icns'),
    category: 'public.app-category.business',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: inProject('build/package/mac/entitlements.plist'),
    entitlementsInherit: inProject('build/package/mac/entitlements-inherit.plist'),
    notarize:
      isGiven('APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER') ||
      isGiven('APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'),
    darkModeSupport: true,
  },
  // For all users, in /Applications, where it is: a copy somewhere else would be a second Carrel.
  pkg: {
    installLocation: '/Applications',
    allowAnywhere: false,
    allowCurrentUserHome: false,
    allowRootDirectory: true,
    isRelocatable: false,
    isVersionChecked: true,
    overwriteAction: 'upgrade',
  },
};

/**
 * electron-builder's configuration, for one target. What is in the archive is decided by `stage.ts`, not here: the app's
 * folder is packed as it stands.
 */
export function configuration(order: Order): Configuration {
  return {
    appId: names.appId,
    productName: names.product,
    copyright: `© ${publisher.name}`,
    directories: {
      app: order.app,
      output: order.output,
      buildResources: inProject('build/package/resources'),
    },
    artifactName: artifactName(order.target, order.version, order.processor),
    electronVersion: order.electronVersion,
    ...(order.electronDist !== undefined && { electronDist: order.electronDist }),
    // The folder of its own, because the first pattern leaves every `node_modules` out.
    files: ['**/*', { from: 'node_modules', to: 'node_modules', filter: ['**/*'] }],
    // `false` says that the modules are in the folder already. With `npmRebuild: false` it would not be asked, and all
    // that the project depends on would be packed, Node included.
    beforeBuild: () => Promise.resolve(false),
    npmRebuild: true,
    asar: { smartUnpack: false },
    asarUnpack: ['**/*.node'],
    extraResources: order.beside.map((file) => ({ from: file, to: path.basename(file) })),
    electronFuses: { ...fuses, resetAdHocDarwinSignature: order.target.system === 'darwin' },
    protocols: [{ name: 'Carrel', schemes: [names.protocol] }],
    fileAssociations: [...fileAssociations],
    toolsets: { appimage: '1.0.3' },
    publish: null,
    ...linux(order),
    ...windows,
    ...mac,
  };
}
