/**
 * How the lines of the page for IT are tried: `here` by a test of this folder, `installed` by `npm run test:installed`,
 * `window` by `test/e2e/for-it.spec.ts`; or the reason why they cannot be run here, and what is compared instead. A line
 * that is not in this list fails the test.
 */
export const tried: Readonly<Record<string, 'here' | 'installed' | 'window' | { readonly not: string }>> = {
  'msi-install': 'installed',
  'msi-install-powershell': { not: 'no PowerShell here; its arguments are those of msi-install' },
  'nsis-install': { not: 'no Windows here; the release workflow runs it' },
  'deb-install': 'installed',
  'rpm-install': { not: 'no Fedora here; the release workflow runs it' },
  'rpm-upgrade': 'installed',
  'pkg-install': { not: 'no Mac here; the release workflow runs it' },
  policy: 'here',
  'check-policy': 'window',
  'policy-install-linux': 'here',
  'policy-install-mac': 'here',
  'policy-registry': { not: 'no PowerShell here; what it sets is read as the registry is' },
  'policy-registry-cmd': 'installed',
  'policy-templates': 'here',
  'provision-linux': 'window',
  'provision-mac': { not: 'no Mac here; after the store it is provision-linux' },
  'provision-windows': { not: 'no Windows here; the program and its switch are compared' },
  'drain-windows': { not: 'no Windows here; the program and its switches are compared' },
  'drain-linux': 'window',
  'drain-mac': { not: 'no Mac here; its switches are those of drain-linux' },
  report: 'window',
  'msi-remove': 'installed',
  'nsis-remove': { not: 'no Windows here; the release workflow runs it' },
  'deb-remove': 'installed',
  'rpm-remove': { not: 'no Fedora here; the release workflow runs it' },
  'rpm-erase': 'installed',
  'pkg-remove': { not: 'no Mac here; the release workflow runs it' },
};
