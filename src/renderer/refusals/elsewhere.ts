import { acquisitionsRefusals, acquisitionsUndone } from './acquisitions.ts';
import { configurationRefusals, configurationUndone } from './configuration.ts';
import { moneyRefusals, moneyUndone } from './money.ts';
import { patronRefusals, patronUndone } from './patron.ts';
import type { Refusals, Undone } from './refusal.ts';
import { requestsRefusals, requestsUndone } from './requests.ts';
import { sharingRefusals, sharingUndone } from './sharing.ts';

/** The words of all that no scan can be refused. */
export const refusals: Refusals = {
  ...patronRefusals,
  ...moneyRefusals,
  ...requestsRefusals,
  ...sharingRefusals,
  ...acquisitionsRefusals,
  ...configurationRefusals,
};

export const undone: Undone = {
  ...patronUndone,
  ...moneyUndone,
  ...requestsUndone,
  ...sharingUndone,
  ...acquisitionsUndone,
  ...configurationUndone,
};
