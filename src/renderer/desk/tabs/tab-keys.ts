/** The keys of the patron's tabs, as printed; letters act while the focus is among the tabs. */
export const keys = {
  /** To the tabs, and then from one to the next. */
  reach: { shown: 'F6', press: 'F6' },
  again: { shown: 'F5', press: 'F5' },
  renew: { shown: 'R', press: 'R' },
  renewAll: { shown: '⇧R', press: 'Shift+R' },
  due: { shown: 'D', press: 'D' },
  filter: { shown: 'F', press: 'F' },
  order: { shown: 'O', press: 'O' },
  pause: { shown: 'P', press: 'P' },
  stop: { shown: 'X', press: 'X' },
  copy: { shown: 'C', press: 'C' },
  pay: { shown: 'P', press: 'P' },
  payAll: { shown: '⇧P', press: 'Shift+P' },
  split: { shown: 'S', press: 'S' },
  waive: { shown: 'W', press: 'W' },
  dispute: { shown: 'D', press: 'D' },
  /** A new request: something borrowed elsewhere, something to be bought. */
  ask: { shown: 'N', press: 'N' },
  byNumber: { shown: 'F', press: 'F' },
  shipping: { shown: 'S', press: 'S' },
  hold: { shown: 'H', press: 'H' },
  cancel: { shown: 'Delete', press: 'Delete' },
} as const;
