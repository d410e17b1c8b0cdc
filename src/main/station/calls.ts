import { once } from 'node:events';
import type { Printed } from '../../contract/slips.ts';
import { samples } from '../../service/samples.ts';
import { definedOf } from '../forms/fields.ts';
import { tryBarcode } from '../../shared/barcodes.ts';
import type { Handlers } from '../router.ts';
import type { Station } from './station.ts';
import { Failed } from '../failure.ts';
import type { WindowDefects } from '../desktop/window-defects.ts';

/** What the station's calls need of the desktop. */
export interface StationDesktop {
  print(window: number, to: 'paper' | 'pdf'): Promise<Printed>;
  copy(text: string): Promise<void>;
}

/** The library's work at this station, as far as a change of the service concerns it. */
interface OngoingWork {
  refuseWhileOpen(): void;
  /** How many commands are unclear, and how many steps are pending, at the connected library. */
  pendingCounts(): { readonly unclear: number; readonly unfinished: number };
  serviceChanged(): void;
}

export interface StationDeps {
  readonly station: Station;
  readonly work: OngoingWork;
  readonly desktop: StationDesktop;
  readonly defects: WindowDefects;
}

type StationCall = Extract<keyof Handlers, `station.${string}`>;

/** The calls about this workstation itself. */
export function stationHandlers({
  station,
  desktop,
  work,
  defects,
}: StationDeps): Pick<Handlers, StationCall> {
  /** Runs a change of the service. Patrons and order lines of one service must not stay open at another. */
  const changeService = async <T>(
    leave: boolean,
    change: (assertMayLeave: () => void) => Promise<T>,
    isChanged: (result: T) => boolean = () => true,
  ): Promise<T> => {
    const assertMayLeave = (): void => {
      work.refuseWhileOpen();
      const { unclear, unfinished } = work.pendingCounts();
      if (!leave && unclear + unfinished > 0) throw new Failed({ kind: 'leaving', unclear, unfinished });
    };
    assertMayLeave();
    const result = await change(assertMayLeave);
    if (isChanged(result)) work.serviceChanged();
    return result;
  };

  return {
    'station.get': () => Promise.resolve(station.view()),
    'station.watch': async (_, { signal, report }) => {
      const stop = station.watch(report);
      if (!signal.aborted) await once(signal, 'abort');
      stop();
      return null;
    },
    'station.places': (_, { signal }) => station.places(signal),
    'station.choose': (choice, { signal }) => station.choose(choice, signal),
    'station.appearance': (change) => Promise.resolve(station.appearance(definedOf(change))),
    'station.barcodes': (rules) => Promise.resolve(station.barcodes(rules)),
    'station.scanner': (affixes) => Promise.resolve(station.scanner(affixes)),
    'station.banknotes': ({ currency, notes }) => Promise.resolve(station.banknotes(currency, notes)),
    'station.tryBarcode': ({ text, rules }) =>
      Promise.resolve(tryBarcode(text, { ...station.view().barcodes, ...rules })),
    'station.connect': (request, { signal }) =>
      request.commit
        ? changeService(
            request.leave,
            (assertMayLeave) => station.connect(request, signal, assertMayLeave),
            ({ possibleLibraries }) => possibleLibraries.length === 0,
          )
        : station.connect(request, signal),
    'station.proxyLogin': (entered) => station.proxyLogin(entered),
    'station.forgetProxyLogin': ({ proxy }) => station.forgetProxyLogin(proxy),
    'station.test': (_, { signal }) => station.test(signal),
    'station.practice': ({ leave }) => changeService(leave, () => Promise.resolve(station.practice())),
    'station.institution': ({ leave }) =>
      changeService(leave, (assertMayLeave) => station.institution(assertMayLeave)),
    'station.forget': ({ leave }) => changeService(leave, (assertMayLeave) => station.forget(assertMayLeave)),
    'station.whichLibrary': async ({ library }) => {
      const view = await station.whichLibrary(library, () => work.refuseWhileOpen());
      work.serviceChanged();
      return view;
    },
    'station.samples': () => {
      const known = station.view().mode === 'practice' ? samples : [];
      return Promise.resolve(known.map(({ id, kind, code, name }) => ({ id, kind, code, label: name })));
    },
    'station.print': ({ to }, { window }) => desktop.print(window, to),
    'station.defect': (defect) => Promise.resolve({ id: defects.note(defect) }),
    'station.copy': async ({ text }) => {
      await desktop.copy(text);
      return null;
    },
  };
}
