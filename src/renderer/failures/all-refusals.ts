import { acquisitionsRefusals, acquisitionsUndone } from '../orders/refusals.ts';
import { configurationRefusals, configurationUndone } from '../configuration/refusals.ts';
import { lendingRefusals, lendingUndone } from '../lending/refusals.ts';
import { moneyRefusals, moneyUndone } from '../fees/refusals.ts';
import { patronRefusals, patronUndone } from '../patrons/refusals.ts';
import type { Refusals, UndoneTexts } from './refusal.ts';
import { requestsRefusals, requestsUndone } from '../requests/refusals.ts';
import { scanRefusals, scanUndone } from '../loans/refusals.ts';
import { sharingRefusals, sharingUndone } from '../sharing/refusals.ts';

/** Each part, or `never` in place of one that names an operation of a part before it. */
type Disjoint<Parts extends readonly object[], Named = never> = Parts extends readonly [
  infer First extends object,
  ...infer Rest extends readonly object[],
]
  ? [Extract<keyof First, Named> extends never ? First : never, ...Disjoint<Rest, Named | keyof First>]
  : [];

/** The words of several subjects. Two that name the same operation do not compile: one would replace the other's. */
function together<Words, Parts extends readonly Readonly<Record<string, Words>>[]>(
  ...parts: Parts & Disjoint<Parts>
): Readonly<Record<string, Words>> {
  return Object.assign({}, ...parts) as Readonly<Record<string, Words>>;
}

/** The words of all refusals: loaded after the first screen, which needs those of a scan only. */
export const refusals: Refusals = together(
  scanRefusals,
  patronRefusals,
  moneyRefusals,
  requestsRefusals,
  sharingRefusals,
  lendingRefusals,
  acquisitionsRefusals,
  configurationRefusals,
);

export const undone: UndoneTexts = together(
  scanUndone,
  patronUndone,
  moneyUndone,
  requestsUndone,
  sharingUndone,
  lendingUndone,
  acquisitionsUndone,
  configurationUndone,
);
