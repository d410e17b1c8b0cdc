/**
 * What Electron's executable is linked with, what the keychain's add-on is linked with (libsecret), and what opens links
 * and files (xdg-utils). Debian's names; Ubuntu 24.04 provides them by its `…t64` packages.
 */
const deb = [
  'libasound2',
  'libatk-bridge2.0-0',
  'libatk1.0-0',
  'libatspi2.0-0',
  'libcairo2',
  'libcups2',
  'libdbus-1-3',
  'libdrm2',
  'libexpat1',
  'libgbm1',
  'libglib2.0-0',
  'libgtk-3-0',
  'libnspr4',
  'libnss3',
  'libpango-1.0-0',
  'libsecret-1-0',
  'libx11-6',
  'libxcb1',
  'libxcomposite1',
  'libxdamage1',
  'libxext6',
  'libxfixes3',
  'libxkbcommon0',
  'libxrandr2',
  'xdg-utils',
] as const;

/** The same, as Fedora and its relatives name them. */
const rpm = ['alsa-lib', 'gtk3', 'libsecret', 'mesa-libgbm', 'nss', 'xdg-utils'] as const;

export const depends = { deb, rpm } as const;
