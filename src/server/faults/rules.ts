import * as z from 'zod';
import { operations } from '../../service/endpoints.ts';
import type { Ports } from '../ports.ts';

/** What can be done to an answer on its way out. */
export const transformations = [
  'list-without-key',
  'error-as-object',
  'no-tracking-id',
  'numbers-for-strings',
] as const;

/** What can go wrong, for tests and trainers. `ms` and `status` matter only to those faults that name them. */
const kinds = [
  /** Waits `ms` before anything happens. */
  'delay',
  /** The connection ends; nothing was done. */
  'drop-before',
  /** Everything was done; the connection ends without an answer. */
  'drop-after',
  /** Answers `status`; nothing was done. 429 is the recorded per-second refusal. */
  'status',
  /** Answers a page of HTML with `status` (200); nothing was done. */
  'html',
  /** Done; the answer's connection ends in the middle of the body. */
  'truncated',
  /** Done; a complete answer that holds half of its JSON. */
  'half-json',
  /** Done; the answer has no body. */
  'empty',
  /** Done; the body comes in small pieces over `ms`. */
  'slow',
  ...transformations,
] as const;

const FaultRule = z.object({
  /** The operation's name in the table, or `*`. */
  operation: z.enum(['*', ...operations]).default('*'),
  fault: z.enum(kinds),
  /** How often it strikes; without it, always. */
  count: z.int().positive().optional(),
  /** How likely it strikes each time. */
  probability: z.number().min(0).max(1).optional(),
  /** How many matching calls pass before it begins. */
  after: z.int().min(0).optional(),
  ms: z.int().min(0).max(600_000).default(1000),
  status: z
    .int()
    .min(200)
    .max(599)
    .refine((status) => ![204, 205, 304].includes(status), 'a status that has no body')
    .optional(),
});

export const FaultRules = z.array(FaultRule).max(100);
export type FaultRule = z.output<typeof FaultRule>;

/** The faults that are set, and how often each may still strike. */
export class Faults {
  readonly #random: Ports['random'];
  /** How a fault waits. */
  readonly sleep: Ports['sleep'];
  #rules: { rule: FaultRule; remaining: number; toPass: number }[] = [];

  constructor({ random, sleep }: Pick<Ports, 'random' | 'sleep'>) {
    this.#random = random;
    this.sleep = sleep;
  }

  set(rules: readonly FaultRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, remaining: rule.count ?? Infinity, toPass: rule.after ?? 0 }));
  }

  get rules(): readonly FaultRule[] {
    return this.#rules.filter(({ remaining }) => remaining > 0).map(({ rule }) => rule);
  }

  /** The faults that strike this call. Asking counts. */
  strike(operation: string): FaultRule[] {
    return this.#rules
      .filter((one) => {
        if (one.remaining <= 0 || (one.rule.operation !== '*' && one.rule.operation !== operation))
          return false;
        if (one.toPass > 0) {
          one.toPass -= 1;
          return false;
        }
        if (one.rule.probability !== undefined && this.#random() >= one.rule.probability) return false;
        one.remaining -= 1;
        return true;
      })
      .map(({ rule }) => rule);
  }
}
