import fs from 'node:fs';
import path from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { root } from '../electron.ts';
import { commitTime } from './commit-time.ts';
import { configuration } from './config.ts';
import { checkPackage, type Contents } from './check.ts';
import { archiveFiles } from './contents.ts';
import { ingredientsOf, noticesOf } from './ingredients.ts';
import { makeFront } from './linux/make-front.ts';
import { writePayload } from './linux/payload.ts';
import { writeMarker } from './marker.ts';
import { stageApp } from './stage.ts';
import { makeStandInDist } from './stand-in-dist.ts';
import { artifactName, type Packed, type Processor, type System, type Target } from './targets.ts';

/** What is to be packed. */
export interface Request {
  readonly target: Target;
  readonly version: string;
  readonly processor: Processor;
  /** Where the artifact goes. */
  readonly out: string;
  /** Whether the stand-in takes Electron's place. */
  readonly isStandIn: boolean;
  /** An executable to put in the stand-in's place, where the system has none of its own (Windows). */
  readonly executable?: Uint8Array;
}

const platforms: Readonly<Record<System, Platform>> = {
  linux: Platform.LINUX,
  win32: Platform.WINDOWS,
  darwin: Platform.MAC,
};
const folders: Readonly<Record<System, string>> = { linux: 'linux', win32: 'win', darwin: 'mac' };

const electronVersion = (): string =>
  (
    JSON.parse(fs.readFileSync(path.join(root, 'node_modules/electron/package.json'), 'utf8')) as {
      version: string;
    }
  ).version;

/** The folder that electron-builder packs into. */
function unpacked(output: string, system: System, processor: Processor): string {
  const suffix = processor === 'x64' ? '' : `-${processor}`;
  const name = system === 'darwin' ? `mac${suffix}` : `${folders[system]}${suffix}-unpacked`;
  return path.join(output, name);
}

/** A package that was made, and what was read back from it. */
export interface Made {
  readonly packed: Packed;
  readonly contents: Contents;
}

/**
 * Makes one package: puts the app together, has electron-builder pack it, reads the result back and compares it with
 * what it has to be. A folder target stays where it was packed. `npm run build` must have run. Throws where any of it
 * fails or the package is not as it has to be; then no artifact is left.
 */
export async function pack(request: Request): Promise<Made> {
  const { target, version, processor, out, isStandIn, executable } = request;
  const { system } = target;
  const artifact = path.resolve(out, artifactName(target, version, processor));
  const work = path.resolve(out, '.work', path.basename(artifact));
  fs.rmSync(work, { recursive: true, force: true });
  fs.mkdirSync(work, { recursive: true });

  const app = path.join(work, 'app');
  const payload = path.join(work, 'payload');
  const output = path.join(work, 'builder');
  stageApp(app, { version, system, processor });
  writePayload(payload);
  const electronDist = isStandIn ? path.join(work, 'electron') : undefined;
  if (electronDist !== undefined)
    makeStandInDist(electronDist, { system, ...(executable !== undefined && { executable }) });

  const notices = path.join(work, 'THIRD-PARTY-NOTICES.txt');
  fs.writeFileSync(notices, noticesOf(ingredientsOf(archiveFiles(system, processor))));

  // Read by electron-builder and by our front to dpkg-deb and rpmbuild.
  process.env.SOURCE_DATE_EPOCH = String(commitTime());
  if (system === 'linux') process.env.CUSTOM_FPM_PATH = makeFront(work);
  await build({
    projectDir: root,
    targets: platforms[system].createTarget(target.builder, Arch[processor]),
    publish: 'never',
    config: configuration({
      ...{ target, version, processor, app, output, payload, electronDist },
      electronVersion: electronVersion(),
      beside: [writeMarker(work, target.kind), notices],
    }),
  });
  const folder = unpacked(output, system, processor);
  fs.rmSync(artifact, { recursive: true, force: true });
  const packed: Packed = { folder, version, processor, artifact, work, isStandIn };
  if (target.finish !== undefined) await target.finish(packed);
  else if (target.builder !== 'dir') fs.renameSync(path.join(output, path.basename(artifact)), artifact);
  try {
    return { packed, contents: await checkPackage(target, packed, electronVersion()) };
  } catch (error) {
    fs.rmSync(artifact, { recursive: true, force: true });
    throw error;
  }
}
