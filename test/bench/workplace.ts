import { randomUUID } from 'node:crypto';
import type { Client } from '../../src/client/client.ts';
import type { DeskEvent } from '../../src/contract/desk.ts';
import {
  type Answer,
  type CallName,
  contract,
  type Input,
  type Parsed,
  type Progress,
} from '../../src/contract/index.ts';
import type { ScanView } from '../../src/contract/scans.ts';
import type { StationView } from '../../src/contract/station.ts';
import { systemClock } from '../../src/main/clock.ts';
import { createDomain, type DomainHandlers } from '../../src/main/domain.ts';
import { isOpen } from '../../src/shared/scan-state.ts';
import type { Journal } from '../../src/main/journal/port.ts';
import type { KnownLibrary, Log } from '../../src/main/ports.ts';
import { defaultSettings } from '../../src/main/station/settings.ts';
import { slipView } from '../../src/main/station/slip-settings.ts';
import { decimalsOf } from '../../src/service/currency.ts';
import { MemoryFiles, MemoryVendorFiles } from '../main/support/ports.ts';
import { startTransform } from '../main/support/transform.ts';

type Name = keyof DomainHandlers & CallName;

/** The work of main without windows, over a library and a journal that are given. */
export interface Workplace {
  ask<K extends Name>(name: K, input: Input<K>): Promise<Answer<K>>;
  /** Scans at the desk, and answers the scan once it is settled. */
  scan(text: string, mode?: 'auto' | 'return'): Promise<ScanView>;
  close(): void;
}

interface Asking<K extends CallName> {
  readonly signal?: AbortSignal;
  readonly report?: (progress: Progress<K>) => void;
}

const library: KnownLibrary = { id: 'bench', mode: 'practice', name: 'Bench' };

const log: Log = {
  line: () => undefined,
  defect(error) {
    throw new Error('a defect while something was measured', { cause: error });
  },
};

const { practicePlace, appearance, barcodes, banknotes, slips, labels } = defaultSettings;

const view: StationView = {
  ...{
    mode: 'practice',
    institution: null,
    libraryId: library.id,
    possibleLibraries: [],
    key: 'none',
    proxy: null,
    network: { proxy: '', authority: '' },
  },
  ...{
    journalSeal: 'file',
    ...practicePlace,
    appearance,
    barcodes,
    banknotes,
    slips: slipView(slips),
    labels,
  },
  ...{ host: { name: 'stand-in', version: '' }, version: '' },
};

/** Puts main's work together, as the program does, for one window that has its desk open. */
export function openWorkplace(client: Client, journal: Journal): Workplace {
  const { currency } = practicePlace;
  const connection = {
    service: () => Promise.resolve({ client, library, currency, decimals: decimalsOf(currency) }),
    library: () => library,
    view: () => view,
  };
  const domain = createDomain({
    ...{ connection, journal, clock: systemClock, log },
    ...{ files: new MemoryFiles(), vendorFiles: new MemoryVendorFiles(), startTransform },
  });
  const waiting = new Map<string, (scan: ScanView) => void>();
  const watching = new AbortController();
  const heard = (event: DeskEvent): void => {
    if (event.type === 'scan' && !isOpen(event.scan)) waiting.get(event.scan.id)?.(event.scan);
  };

  function ask<K extends Name>(
    name: K,
    input: Input<K>,
    { signal = new AbortController().signal, report = () => undefined }: Asking<K> = {},
  ): Promise<Answer<K>> {
    const handler = domain.handlers[name] as unknown as (
      input: Parsed<K>,
      context: object,
    ) => Promise<Answer<K>>;
    return handler(contract[name].input.parse(input) as Parsed<K>, { signal, report, window: 1 });
  }

  void ask('desk.watch', {}, { signal: watching.signal, report: heard });
  return {
    ask,
    async scan(text, mode = 'auto') {
      const id = randomUUID();
      const { promise, resolve } = Promise.withResolvers<ScanView>();
      waiting.set(id, resolve);
      const taken = await ask('scans.submit', { id, room: 'desk', text, mode, via: 'scanner' });
      const settled = isOpen(taken) ? await promise : taken;
      waiting.delete(id);
      return settled;
    },
    close() {
      watching.abort();
      domain.close();
    },
  };
}
