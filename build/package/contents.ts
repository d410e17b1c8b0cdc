import fs from 'node:fs';
import path from 'node:path';
import { root } from '../electron.ts';
import { fuses } from './fuses.ts';
import type { ModuleNotes } from './module-notes.ts';
import { names } from './names.ts';
import { packedModules } from './packed-modules.ts';
import type { ReadBack } from './read-back.ts';
import { bundles } from './stage.ts';
import { standInFolder } from './stand-in-dist.ts';
import type { Processor, System, Target } from './targets.ts';

/** What the bundler noted, by the path in the archive. Throws where `npm run build` has not noted it. */
export function notedFiles(): Readonly<ModuleNotes> {
  return Object.fromEntries(
    bundles.flatMap((bundle) => {
      const text = fs.readFileSync(path.join(root, 'out/modules', `${bundle}.json`), 'utf8');
      const notes = JSON.parse(text) as ModuleNotes;
      return Object.entries(notes).map(([file, noted]) => [`out/${bundle}/${file}`, noted] as const);
    }),
  );
}

/** The allow-list: every file of the archive, by its path. */
export function archiveFiles(system: System, processor: Processor): readonly string[] {
  const modules = Object.entries(packedModules(system, processor)).flatMap(([name, files]) =>
    files.map((file) => `node_modules/${name}/${file}`),
  );
  return ['package.json', ...Object.keys(notedFiles()), ...modules];
}

/** Electron's own files beside its executable, and of the stand-in. */
const electronsOwn: Readonly<Record<System, readonly RegExp[]>> = {
  linux: [
    /^LICENSES?\.(?:electron\.txt|chromium\.html)$/,
    /^chrome[-_](?:sandbox|crashpad_handler)$/,
    /^(?:chrome_100_percent|chrome_200_percent|resources|locales\/[\w-]+)\.pak$/,
    /^(?:icudtl\.dat|snapshot_blob\.bin|v8_context_snapshot\.bin|vk_swiftshader_icd\.json)$/,
    /^lib(?:EGL|GLESv2|ffmpeg|vk_swiftshader)\.so$|^libvulkan\.so\.1$/,
  ],
  win32: [
    /^LICENSES?\.(?:electron\.txt|chromium\.html)$/,
    /^(?:chrome_100_percent|chrome_200_percent|resources|locales\/[\w-]+)\.pak$/,
    /^(?:icudtl\.dat|snapshot_blob\.bin|v8_context_snapshot\.bin|vk_swiftshader_icd\.json)$/,
    /^(?:d3dcompiler_47|dxcompiler|dxil|ffmpeg|libEGL|libGLESv2|vk_swiftshader|vulkan-1)\.dll$/,
  ],
  darwin: [
    /^Carrel\.app\/Contents\/(?:Frameworks|_CodeSignature)\//,
    /^Carrel\.app\/Contents\/(?:Info\.plist|PkgInfo|CodeResources)$/,
    /^Carrel\.app\/Contents\/Resources\/(?:[\w-]+\.lproj\/|icon\.icns$|carrel\.icns$|LICENSES?\.)/,
  ],
};

/** What is put beside the archive: the marker, the notices, and the profile of AppArmor in deb and rpm. */
function ownBeside(target: Target): readonly string[] {
  const resources = target.system === 'darwin' ? `${names.product}.app/Contents/Resources` : 'resources';
  const executable = {
    linux: names.linux,
    win32: `${names.product}.exe`,
    darwin: `${names.product}.app/Contents/MacOS/${names.product}`,
  }[target.system];
  const profile = target.kind === 'deb' || target.kind === 'rpm' ? [`${resources}/apparmor-profile`] : [];
  return [executable, `${resources}/installation.json`, `${resources}/THIRD-PARTY-NOTICES.txt`, ...profile];
}

/** In an artifact by the stand-in only: the stand-in itself, which on Windows and macOS has Linux' placeholders. */
const standIns = [new RegExp(`^${standInFolder}/`), ...electronsOwn.linux];

/**
 * What is wrong with a package, in words: a file that is not on the list or is missing from it, one that is not as the
 * bundler wrote it, a source map, a broken hash, a fuse. Nothing where it is as it should be.
 */
export function problemsOf(
  read: ReadBack,
  { target, processor }: { readonly target: Target; readonly processor: Processor },
): string[] {
  const { archive } = read;
  const noted = notedFiles();
  const expected = new Set(archiveFiles(target.system, processor));
  const beside = ownBeside(target);
  const allowed = [...electronsOwn[target.system], ...(read.isStandIn ? standIns : [])];
  const problems: string[] = [];
  for (const [name, { sha256, isUnpacked }] of archive.files) {
    if (!expected.has(name)) problems.push(`in the archive, and not on the list: ${name}`);
    if (noted[name] !== undefined && noted[name].sha256 !== sha256)
      problems.push(`not as the bundler wrote it: ${name}`);
    if (isUnpacked !== name.endsWith('.node')) problems.push(`on the wrong side of the archive: ${name}`);
  }
  for (const name of expected) if (!archive.files.has(name)) problems.push(`missing in the archive: ${name}`);
  for (const name of archive.broken) problems.push(`not what the archive's header says of it: ${name}`);
  for (const name of archive.withMaps) problems.push(`has a source map: ${name}`);
  for (const name of read.others.keys()) {
    if (!beside.includes(name) && !allowed.some((pattern) => pattern.test(name)))
      problems.push(`beside the archive, and not on the list: ${name}`);
  }
  for (const name of beside) if (!read.others.has(name)) problems.push(`missing beside the archive: ${name}`);
  for (const [name, wanted] of Object.entries(fuses)) {
    if (read.fuses[name] !== wanted)
      problems.push(`the fuse ${name} is ${String(read.fuses[name])}, not ${wanted}`);
  }
  if (read.kind !== target.kind) problems.push(`the marker says ${read.kind}, not ${target.kind}`);
  if (!read.isHashEmbedded && target.system !== 'linux' && !read.isStandIn)
    problems.push('the hash of the archive is not in the executable');
  return problems;
}
