/** Keys of the desk that work wherever the focus is in its room. */
export const keys = {
  renewAll: { shown: 'Ctrl+R', press: 'Control+KeyR' },
  due: { shown: 'Ctrl+D', press: 'Control+KeyD' },
  itemId: { shown: 'Ctrl+I', press: 'Control+KeyI' },
} as const;

/** The keys that answer what the newest question asks: the first offer, the second. */
export const answerKeys = [
  { shown: 'Ctrl+1', press: 'Control+Digit1' },
  { shown: 'Ctrl+2', press: 'Control+Digit2' },
] as const;
