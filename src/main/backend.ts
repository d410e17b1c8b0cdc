import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { StationEvent } from '../contract/station.ts';
import { type Assembly, assembleStation } from './assembly.ts';
import type { Backend, BackendOptions } from './backend-options.ts';
import { Emitter } from './emitter.ts';
import { failureOf } from './failure.ts';
import { OpenedFiles } from './opened/opened-files.ts';
import { authorityInForce } from './network/authorities.ts';
import { DrainWatch } from './quiet/drain-watch.ts';
import { CountedPrinter } from './quiet/counted-printer.ts';
import { Quiet, type MainWork } from './quiet/quiet.ts';
import { WindowWork } from './quiet/window-work.ts';
import { HandedTables } from './saving/tables.ts';
import { DiagnosticsOfRun } from './diagnostics/of-run.ts';
import { gated } from './policy/gate.ts';
import { effectiveSettings } from './policy/settings.ts';
import { watchPolicy } from './policy/watch.ts';
import { createRouter, delegating } from './router.ts';
import { trustSystem } from './station/clients.ts';
import { ClockWatch } from './station/clock-watch.ts';
import { PracticeLibrary } from './station/practice.ts';
import { answerStoredKey } from './station/answer-stored-key.ts';
import { StationJournal } from './station/station-journal.ts';
import { noneUnsettled } from './without-journal.ts';
import { stationUpdates } from './updates/station-updates.ts';
import { WindowDefects } from './desktop/window-defects.ts';

/**
 * Creates everything that answers the windows: journal, practice library, station and domain. Where the journal cannot
 * be used, windows still get answers: the reason, and nothing that needs the journal.
 */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { clock, log, policy, keychain, network, desktop, files, folder, version, links } = options;
  const opened = options.opened ?? new OpenedFiles(log);
  const settings = effectiveSettings(options.settings, policy);
  const stationJournal = new StationJournal({ keychain, folder, clock, log, version });
  await stationJournal.open();

  const practice = new PracticeLibrary({
    start: options.startPractice,
    database: path.join(folder, 'practice.sqlite'),
    key: randomBytes(24).toString('base64url'),
    onGone: () => current.station.practiceGone(),
    clock,
    log,
  });
  const diagnosed = new DiagnosticsOfRun({
    ...{ clock, log, folder, version, policy, settings, files },
    printer: options.printer,
    host: options.reported,
    copy: (text) => desktop.copy(text),
    journal: stationJournal,
    station: () => current.station,
    unclear: () => current.domain?.pendingCounts().unclear ?? 0,
    lastRun: options.lastRun ?? null,
  });
  const watchers = new Emitter<StationEvent>();
  const defects = new WindowDefects(log, clock);
  const printer = new CountedPrinter(options.printer);

  const { events, open } = options.windows;
  const windowWork = new WindowWork({
    clock,
    // Without a journal nothing can be open in a window.
    open: () => (current.domain ? open() : []),
    ask: (window) => events.send(window, { type: 'workAsked' }),
  });
  const ofMain = (): MainWork => ({
    reasons: [
      ...(current.domain?.openWork() ?? []),
      ...(printer.isPrinting ? (['printing'] as const) : []),
      ...(stationJournal.isOpening ? (['journal'] as const) : []),
    ],
    unsettled: current.domain?.pendingCounts() ?? noneUnsettled,
  });

  const tables = new HandedTables();
  const closing = new AbortController();
  const policyChanges = new Emitter<undefined>();
  const quiet = new Quiet({ clock, windows: windowWork, ofMain, closing: closing.signal });
  const draining = new DrainWatch({
    ...{ clock, log, version, quiet, closing: closing.signal },
    ...{ machineFolder: options.machineFolder, trust: options.trust },
  });
  const updates = stationUpdates({
    ...{
      setup: options.updates,
      folder,
      version,
      policy,
      settings,
      quiet,
      clock,
      log,
      closing: closing.signal,
    },
    fetch: () => current.station.outward,
    copyJournal() {
      const { usable } = stationJournal;
      return usable && ((file) => usable.journal.copyTo(file));
    },
  });

  const assemble = (usable: StationJournal['usable']): Assembly =>
    assembleStation(usable, {
      ...{ options, settings, practice, stationJournal, diagnosed, watchers, defects, printer, windowWork },
      ...{ tables, policyChanges, quiet, draining, updates, opened, closing: closing.signal },
      current: () => current,
      authoritiesChanged: () => authoritiesChanged(),
    });

  let current = assemble(stationJournal.usable);
  void current.following?.start(closing.signal);
  let trusted = authorityInForce(policy, settings).join('');
  const authoritiesChanged = (): void => {
    const isTrusted = authorityInForce(policy, settings).join('');
    if (isTrusted !== trusted) trustSystem(network, log);
    trusted = isTrusted;
  };
  policy.changes.on(() => {
    authoritiesChanged();
    updates.settingsChanged();
    current.station.settingsChanged();
    policyChanges.emit(undefined);
  });
  void watchPolicy(policy, { clock, log, signal: closing.signal });
  // This listener comes first: when a window hears that the journal is open, the domain must exist for its next call.
  stationJournal.changes.on(() => {
    const { usable } = stationJournal;
    if (!usable || current.domain || closing.signal.aborted) return;
    current = assemble(usable);
    void current.following?.start(closing.signal);
  });
  stationJournal.readable.on(() => current.domain?.journalReadable());

  const clockWatch = new ClockWatch({
    ...{ clock, log, closing: closing.signal },
    onJump: (byMs) => current.station.clockJumped(byMs),
  });
  void clockWatch.start();
  void draining.start();
  void updates.start();

  return {
    router: createRouter(
      gated(
        delegating(() => current.handlers),
        policy,
      ),
      (error) => failureOf(error, log),
    ),
    watchStation(watcher) {
      watchers.on(watcher);
      watcher({ type: 'station', station: current.station.view() });
    },
    warmUp() {
      if (current.domain) current.station.warmUp();
    },
    windowClosed(window) {
      windowWork.gone(window);
      links.closed(window);
      opened.closed(window);
      tables.closed(window);
      current.domain?.windowClosed(window);
    },
    pageGone(window) {
      windowWork.gone(window);
    },
    quiet,
    answers: {
      report: () => diagnosed.gather(),
      provision: (input) => answerStoredKey(input, { station: current.station, work: current.domain, quiet }),
    },
    woke: () => clockWatch.woke(),
    async close() {
      closing.abort();
      current.domain?.close();
      await practice.stop();
      stationJournal.close();
    },
  };
}
