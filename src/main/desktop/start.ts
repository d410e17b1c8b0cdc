import type { App, Dialog } from 'electron';
import type { Clock, Log } from '../ports.ts';
import { formerIn, formerProgram } from '../way-back/former.ts';
import { formerInUse } from '../way-back/in-use.ts';
import { Starts, startsUntilOffer } from '../way-back/starts.ts';
import { handOver, type HandingApp } from './hand-over.ts';

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
  // Loaded only here: an ordinary start needs nothing of it.
  void import('./way-back-offer.ts')
    .then(({ offerWayBack }) => offerWayBack(options, starts, former))
    .catch((error: unknown) => {
      log.defect(error);
      return false;
    })
    .then((isGone) => isGone || open(starts));
}
