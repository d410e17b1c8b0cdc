import { printedKinds, type PrintedKind, type PrinterChoice } from '../../contract/slips.ts';
import type { PolicyId } from '../../contract/policy.ts';
import type { NetworkSettings, Settings } from '../station/settings.ts';
import type { PolicyValues } from './catalogue.ts';
import type { SlipPrinter } from './values.ts';

/**
 * The smallest part of the station's settings that a policy holds, and a user chooses, by itself: a time, the printer of
 * one kind of slip. Values are plain data.
 */
export interface Cell<K extends PolicyId = PolicyId> {
  readonly id: K;
  /** Under this name the settings file notes that the user has chosen it. */
  readonly name: string;
  /** What a policy's value says of this part; undefined for nothing. */
  of(value: PolicyValues[K]): unknown;
  get(settings: Settings): unknown;
  /** The settings with another value, which is one that `of` or `get` gave. */
  set(settings: Settings, value: unknown): Settings;
}

const idleCell = <K extends 'blurAfter' | 'clearAfter'>(id: K): Cell<K> => ({
  ...{ id, name: id },
  of: (value) => value,
  get: ({ appearance }) => appearance[id],
  set: (settings, value) => ({ ...settings, appearance: { ...settings.appearance, [id]: value } }),
});

const printerOf = ({ printer }: SlipPrinter): PrinterChoice =>
  printer === undefined ? { at: 'system' } : { at: 'printer', name: printer };

/** Where a kind is printed, and on which roll: chosen together, because the one is in the other. */
interface Printing {
  readonly printer: PrinterChoice;
  readonly roll: number | null;
}

function printerCell(kind: PrintedKind): Cell<'slipPrinters'> {
  const named = { id: 'slipPrinters', name: `slipPrinters.${kind}` } as const;
  const of = (value: PolicyValues['slipPrinters']): Printing | undefined => {
    const said = value[kind];
    return said && { printer: printerOf(said), roll: kind === 'pages' ? null : (said.roll ?? null) };
  };
  if (kind === 'pages')
    return {
      ...named,
      of,
      get: ({ slips }): Printing => ({ printer: slips.pages, roll: null }),
      set: (settings, value) => ({
        ...settings,
        slips: { ...settings.slips, pages: (value as Printing).printer },
      }),
    };
  return {
    ...named,
    of,
    get: ({ slips }): Printing => ({ printer: slips.kinds[kind].printer, roll: slips.kinds[kind].roll }),
    set: (settings, value) => {
      const { slips } = settings;
      const habit = { ...slips.kinds[kind], ...(value as Printing) };
      return { ...settings, slips: { ...slips, kinds: { ...slips.kinds, [kind]: habit } } };
    },
  };
}

/** A proxy, as a file's certificates, is one thing: it is held, or chosen, as a whole. */
const proxyCell: Cell<'proxy'> = {
  ...{ id: 'proxy', name: 'proxy' },
  of: (value) => value,
  get: ({ network }) => network.proxy,
  set: (settings, value) => ({
    ...settings,
    network: { ...settings.network, proxy: value as NetworkSettings['proxy'] },
  }),
};

const authorityCell: Cell<'authorityFile'> = {
  ...{ id: 'authorityFile', name: 'authorityFile' },
  of: (file): NetworkSettings['authority'] => ({ file, pem: null }),
  get: ({ network }) => network.authority,
  set: (settings, value) => ({
    ...settings,
    network: { ...settings.network, authority: value as NetworkSettings['authority'] },
  }),
};

const updateModeCell: Cell<'updateMode'> = {
  ...{ id: 'updateMode', name: 'updateMode' },
  of: (value) => value,
  get: ({ updates }) => updates.mode,
  set: (settings, value) => ({
    ...settings,
    updates: { mode: value as Settings['updates']['mode'] },
  }),
};

/** All parts of the station's settings that follow a policy at once. */
export const cells: readonly Cell[] = [
  idleCell('blurAfter'),
  idleCell('clearAfter'),
  proxyCell,
  authorityCell,
  updateModeCell,
  ...printedKinds.map((kind) => printerCell(kind) as Cell),
];
