import { m } from '../../messages/compiled/messages.js';
import type { Failure } from '../../contract/failure.ts';
import type { Slip, SlipHabit, SlipKind, SlipSettings } from '../../contract/slips.ts';
import { call } from '../api.ts';
import { failureText } from '../failures/failure-text.ts';
import { formatLocale, instant } from '../ui/format.ts';
import type { ScanText } from '../scan/scan-text.ts';
import type { Result } from '../app/shell.svelte.ts';

/** What the slips are called where they are spoken of. */
export const slipNames: Readonly<Record<SlipKind, () => string>> = {
  due: m.slips_kind_due,
  return: m.slips_kind_return,
  hold: m.slips_kind_hold,
  transit: m.slips_kind_transit,
  payment: m.slips_kind_payment,
  session: m.slips_kind_session,
  takings: m.slips_kind_takings,
};

/** What the slips need of the rest of the window. */
interface SlipsOptions {
  readonly settings: () => SlipSettings | null;
  /** What the open session has to print, if it has something. */
  readonly ofSession: () => Slip | null;
  readonly report: (result: Result) => void;
}

/**
 * The slips of this window. Nothing waits for one: what came of it stands in the strip, and one that was not printed is
 * one key away (F9).
 */
export class Slips {
  /** Printed last, or meant to be. */
  last = $state.raw<Slip | null>(null);
  /** What just happened has slips for which this station asks: Enter in the empty scan box prints them, one by one. */
  #offers = $state.raw<readonly Slip[]>([]);
  readonly offered = $derived(this.#offers[0] ?? null);
  /** Why the last one is not on paper; over the session, until it is or the next one is. */
  failure = $state.raw<Failure | null>(null);
  /** How many are on their way to the printer. */
  printing = $state(0);
  readonly #around: SlipsOptions;
  /** The due-date slip that came out last. */
  #onPaper = '';

  constructor(around: SlipsOptions) {
    this.#around = around;
  }

  /** Something happened that has slips: each is printed at once, offered, or neither, as the station has it. */
  offer(...slips: readonly Slip[]): void {
    const asks = slips.filter((slip) => this.#when(slip) === 'ask');
    if (asks.length > 0) this.#offers = asks;
    for (const slip of slips) this.byItself(slip);
  }

  /** Prints it where the station prints such a slip by itself, and has not yet; whom it is for may have gone. */
  byItself(slip: Slip): void {
    if (this.#when(slip) === 'always') void this.print(slip);
  }

  /** What was offered is not at hand any more: something else happens. */
  withdraw(): void {
    this.#offers = [];
  }

  /** Nobody has been here for long: nothing of whoever was is printed any more. */
  forget(): void {
    this.last = null;
    this.withdraw();
  }

  /** Prints a slip in any case. Never to be waited for by what goes on at the desk. */
  async print(slip: Slip): Promise<void> {
    this.last = slip;
    this.#offers = this.#offers.filter((one) => one !== slip);
    this.printing += 1;
    const reply = await call('slips.print', { slip, locale: formatLocale() });
    this.printing -= 1;
    this.failure = reply.ok ? null : reply.failure;
    if (!reply.ok) this.#report(notPrinted(slip, reply.failure));
    else if (reply.value.stopped) this.#report(nothing(m.slips_stopped({ slip: slipNames[slip.kind]() })));
    else {
      if (slip.kind === 'due') this.#onPaper = JSON.stringify(slip);
      this.#report(printed(slip, reply.value.file));
    }
  }

  /** Enter in the empty scan box, or PRINT: what was offered, else what the open session has. */
  async atHand(): Promise<void> {
    const slip = this.offered ?? this.#around.ofSession();
    if (slip) await this.print(slip);
    else this.#report(nothing(m.slips_none_now()));
  }

  /** F9: the last one once more. */
  async again(): Promise<void> {
    if (this.last) await this.print(this.last);
    else this.#report(nothing(m.slips_none_last()));
  }

  #when(slip: Slip): SlipHabit['when'] {
    // Due dates that were printed before the session was ended, and nothing was lent since.
    if (slip.kind === 'due' && this.#onPaper === JSON.stringify(slip)) return 'never';
    return this.#around.settings()?.kinds[slip.kind].when ?? 'never';
  }

  #report(text: ScanText): void {
    this.#around.report({ id: crypto.randomUUID(), at: instant(), text });
  }
}

const plain = { code: false, consequence: '', sound: null } as const;

const printed = ({ kind }: Slip, file: string | null): ScanText => ({
  ...plain,
  meaning: 'done',
  outcome: file === null ? m.slips_done() : m.slips_saved(),
  what: slipNames[kind](),
});

const nothing = (what: string): ScanText => ({ ...plain, meaning: 'quiet', outcome: m.slips_none(), what });

function notPrinted({ kind }: Slip, failure: Failure): ScanText {
  const { meaning, word, what } = failureText(failure);
  const name = slipNames[kind]();
  return {
    ...plain,
    meaning,
    outcome: word,
    what: m.slips_failed({ slip: name, why: what }),
    sound: 'attention',
  };
}
