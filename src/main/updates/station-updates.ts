import type { KeyObject } from 'node:crypto';
import type { UpdatesView } from '../../contract/updates.ts';
import type { InstallationKind } from '../installation.ts';
import type { RowMarks } from '../journal/row-marks.ts';
import type { Policy } from '../policy/policy.ts';
import type { Clock, Log } from '../ports.ts';
import type { Quiet } from '../quiet/quiet.ts';
import { keepFormer } from '../way-back/former.ts';
import type { FolderFiles } from '../way-back/folder-files.ts';
import type { Settings } from '../station/settings.ts';
import { feedAddress, type Fetch } from './ask.ts';
import { machineNumber } from './choice.ts';
import { publicKey } from './envelope.ts';
import { UpdateFailed } from './failed.ts';
import { isDiskFull } from './fetch-file.ts';
import { deskInUse } from './in-use.ts';
import { lasting } from './lasting.ts';
import { machineId } from './machine-id.ts';
import { UpdateMemory } from './memory.ts';
import type { Installer, UpdateSettings } from './parts.ts';
import type { Pinned } from './pinned.ts';
import { HttpFeed } from './source.ts';
import { Updates } from './updates.ts';

/** What the program knows of its own copy, and what replaces it. */
export interface UpdatesSetup {
  readonly kind: InstallationKind | 'checkout' | 'unknown';
  readonly pinned: Pinned;
  readonly system: string;
  readonly arch: string;
  /** The folder of the installed program, and its executable in it. */
  readonly program: { readonly folder: string; readonly executable: string };
  readonly files: () => Promise<FolderFiles>;
  readonly installer: (download: { readonly feed: URL; readonly fetch: () => Fetch }) => Installer;
}

interface StationUpdatesDeps {
  readonly setup: UpdatesSetup;
  readonly folder: string;
  readonly version: string;
  readonly policy: Pick<Policy, 'value'>;
  /** In force: how updates are wanted here. */
  readonly settings: { readonly now: Pick<Settings, 'updates'> };
  readonly quiet: Pick<Quiet, 'now' | 'ask'>;
  /** The station's own way to the network. */
  readonly fetch: () => Fetch;
  /** Copies the journal; null while it cannot be used. */
  readonly copyJournal: () => ((file: string) => RowMarks) | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly closing: AbortSignal;
}

/** After so many days that a newer version waits, the words are stronger. */
const overdueAfterDays = 14;

const bySelf: ReadonlySet<UpdatesSetup['kind']> = new Set(['nsis', 'zip']);
const byNobody: ReadonlySet<UpdatesSetup['kind']> = new Set(['checkout', 'unknown', 'folder']);

/** Who installs a newer version of a copy that was installed in this way. */
const installedBy = (kind: UpdatesSetup['kind']): UpdatesView['by'] => {
  if (byNobody.has(kind)) return 'nobody';
  return bySelf.has(kind) ? 'itself' : 'machine';
};

function keysOf(pinned: Pinned, log: Log): readonly KeyObject[] {
  try {
    return pinned.keys.map((key) => publicKey(key));
  } catch {
    log.line('updates.badKey');
    return [];
  }
}

const settingsOf = ({
  policy,
  settings,
}: Pick<StationUpdatesDeps, 'policy' | 'settings'>): UpdateSettings => ({
  mode: settings.now.updates.mode,
  ring: policy.value('updateRing'),
  pinned: policy.value('updateVersion'),
  window: policy.value('maintenanceWindow'),
  overdueAfterDays,
});

const nowhere = new URL('https://localhost.invalid/');

/** Updates of this copy of the program, as it was installed. */
export function stationUpdates(deps: StationUpdatesDeps): Updates {
  const { setup, folder, version, quiet, fetch, copyJournal, clock, log, closing } = deps;
  const keys = keysOf(setup.pinned, log);
  const feed = feedAddress(setup.pinned.feed);
  let number: Promise<number> | null = null;
  return new Updates({
    by: feed && keys.length > 0 ? installedBy(setup.kind) : 'nobody',
    machine: { system: setup.system, arch: setup.arch, version },
    machineNumber: () => (number ??= machineId(process.platform, folder).then(machineNumber)),
    settings: () => settingsOf(deps),
    source: new HttpFeed({ feed: feed ?? nowhere, fetch }),
    installer: lasting(setup.installer({ feed: feed ?? nowhere, fetch }), folder),
    desk: deskInUse(quiet, closing),
    memory: new UpdateMemory(folder, log),
    async keepFormer() {
      const { folder: program, executable } = setup.program;
      try {
        await keepFormer({
          ...{ folder, version, program, executable, now: clock.now() },
          copyJournal: copyJournal(),
          files: await setup.files(),
        });
      } catch (error) {
        log.defect(error);
        throw new UpdateFailed(isDiskFull(error) ? 'diskFull' : 'notKept', error);
      }
    },
    ...{ keys, clock, log, closing },
  });
}
