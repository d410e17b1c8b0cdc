import type { Failure, FieldProblem } from '../../contract/failure.ts';
import type { LabelSettings } from '../../contract/labels.ts';
import {
  type LabelStock,
  type StockField,
  stockFields,
  stockOf,
  stockValues,
  type StockValues,
} from '../../shared/label-stock.ts';
import { failureLine } from '../failures/failure-text.ts';

/** A number as a person types it, with a comma or a point; null where it is none. */
export function parseMeasure(text: string): number | null {
  const bare = text.trim().replace(',', '.');
  return /^\d{1,4}(\.\d{1,3})?$/.test(bare) ? Number(bare) : null;
}

/** The measures of a stock while they are typed. */
export class StockForm {
  /** The fields that are being typed; all others are as main has saved them. */
  #typed = $state.raw<Partial<Record<StockField, string>>>({});
  #problems = $state.raw<readonly FieldProblem[]>([]);
  readonly #settings: () => LabelSettings;
  readonly #save: (stock: LabelStock) => Promise<Failure | null>;

  /** @param save answers why main did not take the stock; null where it did */
  constructor(settings: () => LabelSettings, save: (stock: LabelStock) => Promise<Failure | null>) {
    this.#settings = settings;
    this.#save = save;
  }

  valueOf(field: StockField): string {
    return this.#typed[field] ?? String(stockValues(this.#settings().stock)[field]);
  }

  type(field: StockField, text: string): void {
    this.#typed = { ...this.#typed, [field]: text };
  }

  /** What is wrong with a field; `''` where nothing is. */
  errorOf(field: StockField): string {
    const name = `stock.${field}`;
    if (parseMeasure(this.valueOf(field)) === null)
      return failureLine({ kind: 'invalid', field: name, reason: 'outOfRange', detail: '' });
    const problem = this.#problems.find((one) => one.field === name);
    return problem ? failureLine({ kind: 'invalid', ...problem }) : '';
  }

  /** Saves the stock once every field is a number. What main does not take stays typed, with the reason. */
  async save(): Promise<void> {
    const values = stockFields.map((field) => [field, parseMeasure(this.valueOf(field))] as const);
    if (values.some(([, value]) => value === null)) return;
    await this.take(stockOf(Object.fromEntries(values) as StockValues));
  }

  /** Takes a stock as a whole, in place of what is typed. */
  async take(stock: LabelStock): Promise<void> {
    const failure = await this.#save(stock);
    if (failure?.kind === 'invalid') {
      const { field, reason, detail, others = [] } = failure;
      this.#problems = [{ field, reason, detail }, ...others];
    } else if (failure === null) {
      this.#typed = {};
      this.#problems = [];
    }
  }
}
