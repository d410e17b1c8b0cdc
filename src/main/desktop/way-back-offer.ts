import type { Log } from '../ports.ts';
import { isFileOf } from '../updates/downloaded.ts';
import { UpdateMemory } from '../updates/memory.ts';
import { type Former, formerProgram } from '../way-back/former.ts';
import { useFormer } from '../way-back/in-use.ts';
import type { Starts } from '../way-back/starts.ts';
import { goBack, type WayBack, wayBack } from '../way-back/way.ts';
import { handOver } from './hand-over.ts';
import type { StartOptions } from './start.ts';
import { askWayBack } from './way-back-dialog.ts';

/** Asks, and does what is wanted. Resolves to false where this version is to go on. */
export async function offerWayBack(options: StartOptions, starts: Starts, former: Former): Promise<boolean> {
  const { app, dialog, folder, log, clock, args, hasInstaller } = options;
  const version = app.getVersion();
  const memory = new UpdateMemory(folder, log);
  const { installed, ready } = memory.now;
  const kept = [installed, ready].find((file) => file?.version === version);
  const isAsItWas = async (): Promise<boolean> => !!kept && (await isFileOf(kept.file, kept));
  const canInstall = hasInstaller && (await isAsItWas());
  await app.whenReady();
  const choice = await askWayBack(dialog, {
    ...{ version, former: former.version, times: starts.failedBefore, canInstall },
    way: judged(() => wayBack(folder, former), log),
  });
  log.line('wayBack.asked', { version, former: former.version, choice });
  if (choice === 'installAgain' && kept) {
    // The question may have stood there for hours.
    if (!(await isAsItWas())) return false;
    return handOver(app, log, kept.file, ['--updated', '/S', '--force-run']);
  }
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
