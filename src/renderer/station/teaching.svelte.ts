import type { Failure } from '../../contract/failure.ts';
import { tryBarcode } from '../../shared/barcodes.ts';
import { noAffixes, shown, type Affixes } from '../../shared/scanned-text.ts';
import {
  findAffixes,
  taughtKinds,
  untaught,
  type Taught,
  type TaughtScan,
  type UntaughtScan,
} from '../../shared/scanner-affixes.ts';
import { call } from '../api.ts';
import type { SectionState, Shell } from '../app/shell.svelte.ts';

/** Teaching a scanner in this window: what was scanned for it, and what that tells. */
export class Teaching implements SectionState {
  isOpen = $state(false);
  scans = $state.raw<readonly TaughtScan[]>([]);
  /** Why the last scan taught nothing, or why all is to be scanned again. */
  untaught = $state.raw<UntaughtScan | { readonly why: 'moved' } | null>(null);
  failure = $state.raw<Failure | null>(null);
  busy = $state(false);
  /** What was found is in force. */
  isSet = $state(false);
  readonly #shell: Shell;
  readonly #rules = $derived.by(() => this.#shell.station.view?.barcodes ?? null);
  /** Null until everything is scanned. */
  readonly result: Taught | null = $derived(
    this.#rules && this.scans.length === taughtKinds.length ? findAffixes(this.scans, this.#rules) : null,
  );
  /** The newest scan as it came, and as it would be read; null while nothing is found. */
  readonly example = $derived.by(() => {
    const sent = this.scans.at(-1)?.text;
    if (sent === undefined || !this.#rules || !this.result?.affixes) return null;
    const { code } = tryBarcode(sent, { ...this.#rules, affixes: this.result.affixes });
    return { sent: shown(sent), read: code };
  });

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** What is left out now. */
  get affixes(): Affixes {
    return this.#rules?.affixes ?? noAffixes;
  }

  start(): void {
    this.isOpen = true;
    this.isSet = false;
    this.scans = [];
    this.untaught = null;
    this.failure = null;
  }

  stop(): void {
    this.isOpen = false;
  }

  /** A code as it was scanned. Where the four told nothing, it is the first of the next four. */
  take(text: string): void {
    const { speaker } = this.#shell.station;
    if (!this.#rules || this.result?.affixes) return;
    const before = this.result ? [] : this.scans;
    const scan = { kind: taughtKinds[before.length] ?? 'patron', text };
    this.scans = before;
    this.untaught = untaught(scan, before, this.#rules);
    if (!this.untaught) this.scans = [...before, scan];
    speaker.play(this.untaught || this.result?.affixes === null ? 'attention' : 'done');
  }

  /** Leaves this out around each code from the next scan on. */
  async set(affixes: Affixes): Promise<void> {
    this.busy = true;
    const reply = await call('station.scanner', affixes);
    this.busy = false;
    this.failure = reply.ok ? null : reply.failure;
    if (!reply.ok) return;
    this.#shell.station.show(reply.value);
    this.isSet = affixes.prefix + affixes.suffix !== '';
    this.stop();
  }

  /** Another library: its cards and books are others. */
  forget(): void {
    if (this.isOpen) this.untaught = { why: 'moved' };
    this.scans = [];
    this.isSet = false;
  }
}
