/**
 * What Carrel is called by the systems it is installed on. An installation is found again by these names: a change of
 * one of them makes a second copy beside the first instead of an upgrade.
 */
export const names = {
  product: 'Carrel',
  /** The application's identity: Windows' AppUserModelID, macOS' bundle identifier. */
  appId: 'org.carrel.Carrel',
  /** The program's file on Linux, its package, and its `.desktop` file. */
  linux: 'carrel',
  /** The scheme of `carrel:` links. */
  protocol: 'carrel',
  /** Names the per-user installation in Windows' registry. */
  nsisGuid: '3b3f0d65-6a8e-5b0c-8f44-6a7a5fb4c5d1',
  /** Names all versions of the per-machine installation. */
  msiUpgradeCode: '5E0C6B5D-8C1B-4B0E-9C55-0A7E3F0D1B52',
} as const;

/** Who answers for the packages: whoever publishes them says so. Both fields are asked for by deb and rpm. */
export const publisher = {
  name: 'The Carrel authors',
  mail: process.env.CARREL_MAINTAINER ?? 'carrel@localhost.invalid',
  homepage: process.env.CARREL_HOMEPAGE ?? 'https://carrel.invalid/',
};

/** The files that open in Carrel. Their endings are those of `src/main/command-line/opened-file.ts`. */
export const fileAssociations = [
  {
    ext: 'carrel-policy',
    name: 'Carrel policy',
    description: 'Settings of a fleet for Carrel',
    mimeType: 'application/vnd.carrel.policy+json',
    role: 'Viewer' as const,
  },
  {
    ext: 'carrel-trolley',
    name: 'Carrel trolley',
    description: 'List of a trolley of Carrel',
    mimeType: 'application/vnd.carrel.trolley+json',
    role: 'Viewer' as const,
  },
];

/** Where the packages put the program on Linux. */
export const linuxFolder = `/opt/${names.product}`;
