import { ruleLength, type BarcodeRule, type BarcodeRules, type BarcodeTrial } from '../../shared/barcodes.ts';
import type { Failure } from '../../contract/failure.ts';
import type { StationView } from '../../contract/station.ts';
import { call } from '../api.ts';

type RuleKind = BarcodeRule['kind'];

/** A rule as it is edited; its length as it is typed. */
export interface RuleDraft {
  readonly id: number;
  kind: RuleKind;
  prefix: string;
  length: string;
  digits: boolean;
  checkDigit: boolean;
}

/** A length from what was typed: `''` is any; null if it is no valid length. */
export function parseLength(text: string): number | 'any' | null {
  const bare = text.trim();
  if (bare === '') return 'any';
  const length = Number(bare);
  return /^\d+$/.test(bare) && length >= ruleLength.least && length <= ruleLength.most ? length : null;
}

/** The library's part of the rules in use: what scanners send is the station's. */
export const rulesOf = ({ rules, code39, aim, onlyRules = false }: BarcodeRules) => ({
  ...{ rules, code39, aim, onlyRules },
});

/** The barcode rules while they are edited. Scans are read by the saved rules. */
export class RulesDraft {
  rules = $state<RuleDraft[]>([]);
  code39 = $state(true);
  aim = $state(true);
  onlyRules = $state(false);
  failure = $state.raw<Failure | null>(null);
  saved = $state(false);
  busy = $state(false);
  #ids = 0;

  constructor(inUse: BarcodeRules) {
    this.reset(inUse);
  }

  reset(inUse: BarcodeRules): void {
    const { rules, code39, aim, onlyRules } = rulesOf(inUse);
    this.rules = rules.map((rule) => ({
      ...rule,
      id: (this.#ids += 1),
      length: rule.length === null ? '' : String(rule.length),
    }));
    this.code39 = code39;
    this.aim = aim;
    this.onlyRules = onlyRules;
    this.failure = null;
  }

  add(): void {
    const id = (this.#ids += 1);
    this.rules.push({ id, kind: 'item', prefix: '', length: '', digits: true, checkDigit: false });
  }

  remove(id: number): void {
    this.rules = this.rules.filter((rule) => rule.id !== id);
  }

  /** The rules as they would be saved; null if a length is not valid. */
  get value(): BarcodeRules | null {
    const rules: BarcodeRule[] = [];
    for (const { kind, prefix, length: typed, digits, checkDigit } of this.rules) {
      const length = parseLength(typed);
      if (length === null) return null;
      rules.push({
        kind,
        prefix: prefix.trim(),
        length: length === 'any' ? null : length,
        digits,
        checkDigit,
      });
    }
    return { rules, code39: this.code39, aim: this.aim, onlyRules: this.onlyRules };
  }

  /** Whether a code that matches no rule would be refused. Where there are no rules, none does. */
  get refusesUnruled(): boolean {
    return this.onlyRules && this.rules.length > 0;
  }

  /** Saves the rules; answers the station after that, null if it failed. */
  async save(): Promise<StationView | null> {
    const { value } = this;
    if (!value) return null;
    this.busy = true;
    const reply = await call('station.barcodes', value);
    this.busy = false;
    this.failure = reply.ok ? null : reply.failure;
    this.saved = reply.ok;
    return reply.ok ? reply.value : null;
  }

  async try(text: string): Promise<BarcodeTrial | null> {
    const { value } = this;
    if (!value || text.trim() === '') return null;
    const reply = await call('station.tryBarcode', { text, rules: value });
    return reply.ok ? reply.value : null;
  }
}
