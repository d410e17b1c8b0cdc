import { once } from 'node:events';
import type { Printed } from '../../contract/slips.ts';
import { samples } from '../../service/samples.ts';
import { definedOf } from '../forms/fields.ts';
import { tryBarcode } from '../../shared/barcodes.ts';
import type { Handlers } from '../router.ts';
import type { Station } from './station.ts';
import { Failed } from '../failure.ts';
import type { WindowDefects } from '../desktop/window-defects.ts';

/** What of the desktop the station's calls need. */
export interface StationDesktop {
  print(window: number, to: 'paper' | 'pdf'): Promise<Printed>;
  copy(text: string): Promise<void>;
}

/** The work that goes on at this station, which knows nothing of its service being changed. */
interface OpenWork {
  refuseWhileOpen(): void;
  /** How much is unclear or unfinished at the library that is connected. */
  left(): { readonly unclear: number; readonly unfinished: number };
  serviceChanged(): void;
}

export interface StationDeps {
  readonly station: Station;
  readonly work: OpenWork;
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
  /** Patrons and order lines of one service must not stay on the table of another. */
  const move = async <T>(
    leave: boolean,
    change: (mayMove: () => void) => Promise<T>,
    hasMoved: (moved: T) => boolean = () => true,
  ): Promise<T> => {
    const mayMove = (): void => {
      work.refuseWhileOpen();
      const { unclear, unfinished } = work.left();
      if (!leave && unclear + unfinished > 0) throw new Failed({ kind: 'leaving', unclear, unfinished });
    };
    mayMove();
    const moved = await change(mayMove);
    if (hasMoved(moved)) work.serviceChanged();
    return moved;
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
    'station.tryBarcode': ({ text, rules }) => Promise.resolve(tryBarcode(text, rules)),
    'station.connect': (asked, { signal }) =>
      asked.commit
        ? move(
            asked.leave,
            (mayMove) => station.connect(asked, signal, mayMove),
            ({ possibleLibraries }) => possibleLibraries.length === 0,
          )
        : station.connect(asked, signal),
    'station.proxyLogin': (entered) => station.proxyLogin(entered),
    'station.forgetProxyLogin': ({ proxy }) => station.forgetProxyLogin(proxy),
    'station.test': (_, { signal }) => station.test(signal),
    'station.practice': ({ leave }) => move(leave, () => Promise.resolve(station.practice())),
    'station.institution': ({ leave }) => move(leave, (mayMove) => station.institution(mayMove)),
    'station.forget': ({ leave }) => move(leave, () => station.forget()),
    'station.whichLibrary': async ({ library }) => {
      const view = await station.whichLibrary(library);
      work.serviceChanged();
      return view;
    },
    'station.samples': () => {
      const known = station.view().mode === 'practice' ? samples : [];
      return Promise.resolve(known.map(({ id, kind, code, name }) => ({ id, kind, code, label: name })));
    },
    'station.print': ({ to }, { window }) => desktop.print(window, to),
    'station.defect': (told) => Promise.resolve({ id: defects.note(told) }),
    'station.copy': async ({ text }) => {
      await desktop.copy(text);
      return null;
    },
  };
}
