import type { StationDesktop } from '../../../src/main/station/calls.ts';
import { type WindowControls, WindowEvents } from '../../../src/main/desktop/calls.ts';
import type { VendorFile, VendorFiles } from '../../../src/main/station/vendor-files.ts';
import type {
  ChosenFile,
  Clock,
  FileDialogOptions,
  Files,
  Log,
  Network,
  OpenedFile,
  Printer,
} from '../../../src/main/ports.ts';

/** A printer that takes everything and keeps nothing. */
export const quietPrinter: Printer = {
  print: () => Promise.resolve(true),
  pdf: () => Promise.resolve(Buffer.from('')),
  list: () => Promise.resolve([]),
};

/** A desktop on which nothing is seen. */
export const quietDesktop: StationDesktop = {
  print: () => Promise.resolve({ file: null }),
  copy: () => Promise.resolve(),
};

/** A log that keeps what it is told. */
export function quietLog(): Log & { readonly lines: unknown[][]; readonly defects: unknown[] } {
  const lines: unknown[][] = [];
  const defects: unknown[] = [];
  return {
    lines,
    defects,
    line: (...line) => void lines.push(line),
    defect(error) {
      defects.push(error);
      return `defect-${defects.length}`;
    },
  };
}

/** A machine without a proxy, whose system trusts nobody beside those that Node does. */
export const plainNetwork: Network = {
  proxyFor: () => Promise.resolve('DIRECT'),
  authorities: () => [],
};

/** A clock that stands still until it is moved. */
export function heldClock(start = '2026-11-02T08:00:00.000Z'): Clock & { move(ms: number): void } {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    monotonic: () => now,
    sleep: () => Promise.resolve(),
    move: (ms) => void (now += ms),
  };
}

/** Windows whose pages are told nothing, and that nobody closes. */
export const unwatchedWindows: WindowControls = {
  events: new WindowEvents(),
  open: () => [],
  close: () => undefined,
  stay: () => undefined,
};

/** What a station remembers of the files of vendors, in this run alone. */
export class MemoryVendorFiles implements VendorFiles {
  readonly known: Record<string, Record<string, VendorFile>> = {};

  of(library: string): Readonly<Record<string, VendorFile>> {
    return this.known[library] ?? {};
  }

  keep(library: string, vendor: string, file: VendorFile): void {
    this.known[library] = { ...this.known[library], [vendor]: file };
  }
}

/** The person's files, without the dialogs: what they choose, where they save, and what was done with it. */
export class MemoryFiles implements Files {
  /** What the next dialog answers. */
  choice: ChosenFile | null = null;
  place: string | null = null;
  /** What the dialogs asked, in their order. */
  readonly requests: string[] = [];
  readonly written = new Map<string, Uint8Array | string>();
  readonly opened: OpenedFile[] = [];
  /** Whose opened files were taken away, in their order. */
  readonly forgotten: string[] = [];

  choose(_window: number, { title }: FileDialogOptions): Promise<ChosenFile | null> {
    this.requests.push(title);
    return Promise.resolve(this.choice);
  }

  folder(_window: number, { title }: FileDialogOptions): Promise<string | null> {
    this.requests.push(title);
    return Promise.resolve(this.place);
  }

  placeFor(_window: number, { name }: { readonly name: string }): Promise<string | null> {
    this.requests.push(name);
    return Promise.resolve(this.place);
  }

  write(place: string, content: Uint8Array | string): Promise<void> {
    this.written.set(place, content);
    return Promise.resolve();
  }

  async open(_userId: string, read: () => Promise<OpenedFile>): Promise<void> {
    this.opened.push(await read());
  }

  forgetOpened(userId: string): Promise<void> {
    this.forgotten.push(userId);
    return Promise.resolve();
  }
}
