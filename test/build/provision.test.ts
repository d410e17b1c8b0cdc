import { expect, test } from 'vitest';
import { neededFor } from '../../build/provision.ts';

const chromium = ['chromium', 'fonts-noto-core', 'fonts-liberation', 'fonts-droid-fallback'];
const foreign = ['wixl', 'msitools', 'wine64', 'nsis', 'p7zip-full', 'rpm', 'cpio'];
const tests = ['dbus', 'gnome-keyring', 'libsecret-1-0', 'strace', 'xvfb', 'xdotool', 'dpkg'];

test.each<[...Parameters<typeof neededFor>, readonly string[]]>([
  ['start', 'stand-in', true, chromium],
  ['start', 'electron', true, []],
  ['demo', 'stand-in', false, chromium],
  ['demo', 'electron', true, []],
  ['demo', 'electron', false, ['xvfb']],
  ['bench', 'electron', false, ['xvfb']],
  ['test', 'stand-in', false, [...chromium, ...tests]],
  ['test', 'electron', true, tests],
  ['package', 'stand-in', true, ['dpkg']],
  ['install', 'stand-in', false, ['dpkg', 'debootstrap', ...foreign]],
])('%s on %s (a display: %s) takes %j from the machine', (command, host, hasDisplay, packages) => {
  expect(neededFor(command, host, hasDisplay).map((part) => part.packageName)).toEqual(packages);
});
