import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { commitTime } from '../commit-time.ts';
import { linuxFolder, names } from '../names.ts';
import type { PackageRequest } from './request.ts';
import { layOut } from './tree.ts';

/** rpm reads `%` as the start of a macro, in scripts and file lists as well. */
const literal = (text: string): string => text.replaceAll('%', '%%');

/** A script's text, without the line that names its shell: rpm is told that by itself. */
const scriptOf = (file: string): string => literal(fs.readFileSync(file, 'utf8').replace(/^#!.*\n/, ''));

/** The folders that are the package's alone: with it they go. */
const ownFolders = [linuxFolder, `/usr/share/doc/${names.linux}`];

/** Everything that the package owns. */
function ownedBelow(tree: string): string[] {
  const isOurs = (place: string): boolean => ownFolders.some((own) => `${place}/`.startsWith(`${own}/`));
  return fs
    .readdirSync(tree, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, place: `/${path.relative(tree, path.join(entry.parentPath, entry.name))}` }))
    .filter(({ entry, place }) => !entry.isDirectory() || isOurs(place))
    .map(({ entry, place }) => `${entry.isDirectory() ? '%dir ' : ''}"${literal(place)}"`)
    .toSorted();
}

/** electron-builder names processors as Debian does, also for an rpm. */
const processors: Readonly<Record<string, string>> = { amd64: 'x86_64', arm64: 'aarch64' };

/** What rpmbuild is told: nothing is stripped, compiled or looked for, and no time or name of this machine is kept. */
const definitions = (compression: string, folder: string): Readonly<Record<string, string>> => ({
  _topdir: folder,
  _rpmdir: folder,
  _rpmfilename: 'made.rpm',
  __os_install_post: '%{nil}',
  _build_id_links: 'none',
  debug_package: '%{nil}',
  _binary_payload: compression === 'gzip' ? 'w9.gzdio' : 'w7.xzdio',
  _buildhost: 'carrel',
  use_source_date_epoch_as_buildtime: '1',
  clamp_mtime_to_source_date_epoch: '1',
});

/** The package's description for rpmbuild. */
export function specOf(request: PackageRequest, tree: string): string {
  const [summary = '', ...text] = request.description.trim().split('\n');
  const fields: readonly (readonly [string, string])[] = [
    ['Name', request.name],
    // A hyphen parts version and release.
    ['Version', request.version.replaceAll('-', '~')],
    ['Release', '1'],
    ['Summary', summary],
    ['License', request.license],
    ['URL', request.url],
    ['Vendor', request.vendor],
    ['Packager', request.maintainer],
    ['Group', request.category],
    // What it needs is listed by hand: rpm would find what this machine links with.
    ['AutoReqProv', 'no'],
    ...request.depends.map((name) => ['Requires', name] as const),
  ];
  return [
    ...fields.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${literal(value)}`),
    '%description',
    literal(text.length > 0 ? text.join('\n') : summary),
    '%install',
    'mkdir -p "%{buildroot}"',
    `cp -a "${literal(tree)}/." "%{buildroot}/"`,
    '%post -p /bin/sh',
    scriptOf(request.afterInstall),
    '%postun -p /bin/sh',
    scriptOf(request.afterRemove),
    '%files',
    '%defattr(-,root,root,-)',
    ...ownedBelow(tree),
    '',
  ].join('\n');
}

/** Makes an rpm with `rpmbuild`: from the same commit always the same bytes. */
export function buildRpm(request: PackageRequest): void {
  const work = fs.mkdtempSync(`${request.artifact}.tree-`);
  try {
    const seconds = commitTime();
    const tree = path.join(work, 'tree');
    fs.mkdirSync(tree);
    layOut(tree, request.mappings, seconds);
    const spec = path.join(work, 'carrel.spec');
    fs.writeFileSync(spec, specOf(request, tree));
    const defined = Object.entries(definitions(request.compression, work)).flatMap(([name, value]) => [
      '--define',
      `${name} ${value}`,
    ]);
    const args = [
      '-bb',
      '--quiet',
      '--target',
      processors[request.architecture] ?? request.architecture,
      ...defined,
      spec,
    ];
    const { status, stderr, error } = spawnSync('rpmbuild', args, {
      encoding: 'utf8',
      env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds), LC_ALL: 'C.UTF-8' },
    });
    if (error !== undefined)
      throw new Error('rpmbuild cannot be run (Debian’s package rpm)', { cause: error });
    if (status !== 0) throw new Error(`rpmbuild: ${stderr.trim()}`);
    fs.renameSync(path.join(work, 'made.rpm'), request.artifact);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}
