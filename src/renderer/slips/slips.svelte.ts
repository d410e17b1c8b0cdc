import { m } from '../../messages/compiled/messages.js';
import type { Failure } from '../../contract/failure.ts';
import type { Slip, SlipHabit, SlipKind, SlipSettings } from '../../contract/slips.ts';
import { call } from '../api.ts';
import { failureText } from '../failures/failure-text.ts';
import { formatLocale } from '../ui/format.ts';
import type { ScanText } from '../scan/scan-text.ts';

/** What the slips are called where they are spoken of. */
export const slipNames: Readonly<Record<SlipKind, () => string>> = {
  due: m.slips_kind_due,
  return: m.slips_kind_return,
  hold: m.slips_kind_hold,
  transit: m.slips_kind_transit,
  payment: m.slips_kind_payment,
  session: m.slips_kind_session,
  takings: m.slips_kind_takings,
  route: m.slips_kind_route,
  workOrder: m.slips_kind_work_order,
  claim: m.slips_kind_claim,
  lending: m.slips_kind_lending,
};

interface SlipsOptions {
  readonly settings: () => SlipSettings | null;
  /** The slip of the open session; null where it has nothing to print. */
  readonly sessionSlip: () => Slip | null;
  /** Called with the outcome of each print, for the strip. */
  readonly onResult: (text: ScanText) => void;
}

/** The slips of this window. Nothing waits for a printer: the outcome is in the strip, and F9 prints the last slip again. */
export class Slips {
  /** The slip that was printed last, or that failed to print. */
  last = $state.raw<Slip | null>(null);
  /** Slips that this station prints only if asked: Enter in the empty scan box prints them, one by one. */
  #offers = $state.raw<readonly Slip[]>([]);
  readonly nextOffer = $derived(this.#offers[0] ?? null);
  /** Why the last slip was not printed; shown over the session until a slip is printed. */
  failure = $state.raw<Failure | null>(null);
  /** How many slips are being sent to the printer. */
  printing = $state(0);
  readonly #options: SlipsOptions;
  /** The due-date slip that was printed last, as JSON. */
  #printedDueSlip = '';

  constructor(options: SlipsOptions) {
    this.#options = options;
  }

  /** Something has happened that has slips: each is printed at once, offered, or neither, as the station is set. */
  offer(...slips: readonly Slip[]): void {
    const offers = slips.filter((slip) => this.#when(slip) === 'ask');
    if (offers.length > 0) this.#offers = offers;
    for (const slip of slips) this.printAutomatic(slip);
  }

  /** Prints the slip where the station prints this kind by itself; its patron may have left the desk already. */
  printAutomatic(slip: Slip): void {
    if (this.#when(slip) === 'always') void this.print(slip);
  }

  /** Offers nothing any more, because something else happens. */
  withdraw(): void {
    this.#offers = [];
  }

  /** The user was away for long, or uses another library: no slip of the last patron can be printed any more. */
  forget(): void {
    this.last = null;
    this.withdraw();
  }

  /** Prints a slip in any case. The work at the desk never waits for it. */
  async print(slip: Slip): Promise<void> {
    this.last = slip;
    this.#offers = this.#offers.filter((offer) => offer !== slip);
    this.printing += 1;
    const reply = await call('slips.print', { slip, locale: formatLocale() });
    this.printing -= 1;
    this.failure = reply.ok ? null : reply.failure;
    if (!reply.ok) this.#options.onResult(failedText(slip, reply.failure));
    else if (reply.value.stopped)
      this.#options.onResult(nothingText(m.slips_stopped({ slip: slipNames[slip.kind]() })));
    else {
      if (slip.kind === 'due') this.#printedDueSlip = JSON.stringify(slip);
      this.#options.onResult(printedText(slip, reply.value.file));
    }
  }

  /** Enter in the empty scan box, or PRINT: prints the next offer, else the slip of the open session. */
  async printAtHand(): Promise<void> {
    const slip = this.nextOffer ?? this.#options.sessionSlip();
    if (slip) await this.print(slip);
    else this.#options.onResult(nothingText(m.slips_none_now()));
  }

  /** F9: prints the last slip again. */
  async printAgain(): Promise<void> {
    if (this.last) await this.print(this.last);
    else this.#options.onResult(nothingText(m.slips_none_last()));
  }

  #when(slip: Slip): SlipHabit['when'] {
    // The same due dates were printed already, and nothing was lent since.
    if (slip.kind === 'due' && this.#printedDueSlip === JSON.stringify(slip)) return 'never';
    return this.#options.settings()?.kinds[slip.kind].when ?? 'never';
  }
}

const plain = { code: false, consequence: '', sound: null } as const;

const printedText = ({ kind }: Slip, file: string | null): ScanText => ({
  ...plain,
  meaning: 'done',
  outcome: file === null ? m.slips_done() : m.slips_saved(),
  what: slipNames[kind](),
});

const nothingText = (what: string): ScanText => ({
  ...plain,
  meaning: 'quiet',
  outcome: m.slips_none(),
  what,
});

function failedText({ kind }: Slip, failure: Failure): ScanText {
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
