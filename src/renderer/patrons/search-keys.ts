/** The keys of a list of patrons, in the scan box; `press` is the key's name, or its place on the keyboard with Alt. */
export const searchKeys = {
  pageDown: { shown: 'PgDn', press: 'PageDown' },
  pageUp: { shown: 'PgUp', press: 'PageUp' },
  order: { shown: 'Alt+S', press: 'KeyS' },
} as const;
