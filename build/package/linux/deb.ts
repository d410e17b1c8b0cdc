import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { commitTime } from '../commit-time.ts';
import type { PackageRequest } from './request.ts';
import { filesBelow, layOut } from './tree.ts';

/** A description as Debian's control file has it: each further line is indented, an empty one is a dot. */
function controlText(text: string): string {
  const [first = '', ...rest] = text.trim().split('\n');
  return [first, ...rest.map((line) => (line.trim() === '' ? ' .' : ` ${line.trim()}`))].join('\n');
}

/** The control file of a package. `size`: of what it installs, in KiB. */
export function controlFile(request: PackageRequest, size: number): string {
  const fields: readonly (readonly [string, string])[] = [
    ['Package', request.name],
    ['Version', request.version],
    ['Architecture', request.architecture],
    ['Maintainer', request.maintainer],
    ['Installed-Size', String(size)],
    ['Depends', request.depends.join(', ')],
    ['Section', request.category],
    ['Priority', request.priority],
    ['Homepage', request.url],
    ['Description', controlText(request.description)],
  ];
  return fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

function scriptInto(control: string, name: string, file: string): void {
  fs.copyFileSync(file, path.join(control, name));
  fs.chmodSync(path.join(control, name), 0o755);
}

/** Makes a deb with `dpkg-deb`: from the same commit always the same bytes. */
export function buildDeb(request: PackageRequest): void {
  const tree = fs.mkdtempSync(`${request.artifact}.tree-`);
  try {
    const seconds = commitTime();
    layOut(tree, request.mappings, seconds);
    const files = filesBelow(tree);
    const bytes = files.reduce((sum, name) => sum + fs.statSync(path.join(tree, name)).size, 0);
    const control = path.join(tree, 'DEBIAN');
    fs.mkdirSync(control);
    fs.writeFileSync(path.join(control, 'control'), controlFile(request, Math.ceil(bytes / 1024)));
    const sums = files.map((name) => {
      const hash = createHash('md5')
        .update(fs.readFileSync(path.join(tree, name)))
        .digest('hex');
      return `${hash}  ${name}\n`;
    });
    fs.writeFileSync(path.join(control, 'md5sums'), sums.join(''));
    scriptInto(control, 'postinst', request.afterInstall);
    scriptInto(control, 'postrm', request.afterRemove);
    for (const name of fs.readdirSync(control)) fs.utimesSync(path.join(control, name), seconds, seconds);
    fs.chmodSync(tree, 0o755);
    for (const folder of [control, tree]) fs.utimesSync(folder, seconds, seconds);
    // One thread: with several, xz cuts the data by how many there are.
    const args = [
      '--root-owner-group',
      `-Z${request.compression}`,
      '--threads-max=1',
      '--build',
      tree,
      request.artifact,
    ];
    const { status, stderr, error } = spawnSync('dpkg-deb', args, {
      encoding: 'utf8',
      env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) },
    });
    if (error !== undefined)
      throw new Error('dpkg-deb cannot be run (Debian’s package dpkg)', { cause: error });
    if (status !== 0) throw new Error(`dpkg-deb: ${stderr.trim()}`);
  } finally {
    fs.rmSync(tree, { recursive: true, force: true });
  }
}
