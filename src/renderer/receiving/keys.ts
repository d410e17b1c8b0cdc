/** The receiving room's own keys, as written beside the words; `press` is how the listener spells them. */
export const keys = {
  receive: { shown: 'F6', press: 'F6' },
  keep: { shown: 'F7', press: 'F7' },
  finish: { shown: 'F8', press: 'F8' },
  barcode: { shown: 'Ctrl+B', press: 'Control+KeyB' },
  up: { shown: 'Alt+↑', press: 'Alt+ArrowUp' },
  down: { shown: 'Alt+↓', press: 'Alt+ArrowDown' },
  end: { shown: 'F10', press: 'F10' },
  back: { shown: 'Esc', press: 'Escape' },
} as const;
