import type { App, Dialog } from 'electron';
import type { Clock, Log } from '../ports.ts';
import { isFileOf } from '../updates/downloaded.ts';
import { UpdateMemory } from '../updates/memory.ts';
import { type Former, formerIn, formerProgram } from '../way-back/former.ts';
import { formerInUse, useFormer } from '../way-back/in-use.ts';
import { Starts, startsUntilOffer } from '../way-back/starts.ts';
import { goBack, type WayBack, wayBack } from '../way-back/way.ts';
import { handOver, type HandingApp } from './hand-over.ts';
import { askWayBack } from './way-back-dialog.ts';

export interface StartOptions {
  readonly app: HandingApp & Pick<App, 'getVersion' | 'whenReady' | 'on'>;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly folder: string;
  /** Whether a downloaded file of this kind of installation can be run again. */
  readonly hasInstaller: boolean;
  /** The arguments of this program, for the one that takes its place. */
  readonly args: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/**
 * Opens the program, or the former version in its place: where the user has gone back to that one, or, after several
 * starts that failed, where they do so now. `open` is called at once where there is nothing to ask.
 */
export function startOrGoBack(options: StartOptions, open: (starts: Starts) => void): void {
  const { app, folder, log, args } = options;
  const version = app.getVersion();
  const instead = formerInUse(folder, version);
  const count = (): Starts => {
    const starts = new Starts(folder, version);
    // Whoever ends the program before its desk is open does not need a way back.
    app.on('before-quit', () => starts.succeeded());
    return starts;
  };
  if (instead) {
    void handOver(app, log, formerProgram(instead), args).then((isGone) => isGone || open(count()));
    return;
  }
  const starts = count();
  const former = starts.failedBefore >= startsUntilOffer ? formerIn(folder) : null;
  if (former === null || former.version === version) {
    open(starts);
    return;
  }
  void offer(options, starts, former).then(
    (isGone) => isGone || open(starts),
    (error: unknown) => {
      log.defect(error);
      open(starts);
    },
  );
}

/** Asks, and does what is wanted. Resolves to false where this version is to go on. */
async function offer(options: StartOptions, starts: Starts, former: Former): Promise<boolean> {
  const { app, dialog, folder, log, clock, args, hasInstaller } = options;
  const version = app.getVersion();
  const memory = new UpdateMemory(folder, log);
  const { installed, ready } = memory.now;
  const kept = [installed, ready].find((file) => file?.version === version);
  const canInstall = hasInstaller && kept !== undefined && kept !== null && (await isFileOf(kept.file, kept));
  await app.whenReady();
  const choice = await askWayBack(dialog, {
    ...{ version, former: former.version, times: starts.failedBefore, canInstall },
    way: judged(() => wayBack(folder, former), log),
  });
  log.line('wayBack.asked', { version, former: former.version, choice });
  if (choice === 'installAgain' && kept)
    return handOver(app, log, kept.file, ['--updated', '/S', '--force-run']);
  if (choice !== 'goBack') return false;
  // The journal is judged again under its lock: nothing is done where rows have come meanwhile.
  const way = judged(() => goBack(folder, former, clock.now()), log);
  if (way === null || way.with === 'nothing') return false;
  useFormer(folder, former, version);
  memory.wentBack({ version, to: former.version, at: clock.now().toISOString() });
  return handOver(app, log, formerProgram(former), args);
}

/** Null where the journal cannot be read, or is in use. */
function judged(judge: () => WayBack, log: Log): WayBack | null {
  try {
    return judge();
  } catch (error) {
    log.defect(error);
    return null;
  }
}
