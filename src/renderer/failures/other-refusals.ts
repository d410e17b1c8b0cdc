import { acquisitionsRefusals, acquisitionsUndone } from '../orders/refusals.ts';
import { configurationRefusals, configurationUndone } from '../configuration/refusals.ts';
import { lendingRefusals, lendingUndone } from '../lending/refusals.ts';
import { moneyRefusals, moneyUndone } from '../fees/refusals.ts';
import { patronRefusals, patronUndone } from '../patrons/refusals.ts';
import type { Refusals, UndoneTexts } from './refusal.ts';
import { requestsRefusals, requestsUndone } from '../requests/refusals.ts';
import { sharingRefusals, sharingUndone } from '../sharing/refusals.ts';

/** The words of the refusals that no scan can get: loaded after the first screen. */
export const refusals: Refusals = {
  ...patronRefusals,
  ...moneyRefusals,
  ...requestsRefusals,
  ...sharingRefusals,
  ...lendingRefusals,
  ...acquisitionsRefusals,
  ...configurationRefusals,
};

export const undone: UndoneTexts = {
  ...patronUndone,
  ...moneyUndone,
  ...requestsUndone,
  ...sharingUndone,
  ...lendingUndone,
  ...acquisitionsUndone,
  ...configurationUndone,
};
