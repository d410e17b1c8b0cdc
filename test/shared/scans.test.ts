import { describe, expect, test } from 'vitest';
import { commandCode, commandIn, commands } from '../../src/shared/command-barcodes.ts';
import { isOpen, isSettled, type ScanState } from '../../src/shared/scan-state.ts';

describe('the command in a text', () => {
  test.each(commands)('is %s, with whatever a scanner sends around its code', (command) => {
    const code = commandCode(command);
    for (const text of [code, code.toLowerCase(), `]C1${code}`, `*${code}*\r`, ` ]A0*${code}* `])
      expect(commandIn(text)).toBe(command);
  });

  test.each(['', 'CRL', 'END', 'CRLENDS', 'XCRLEND', '*CRLEND', 'CRLEND*', ']C1', '31234000001014'])(
    'is none in %j',
    (text) => {
      expect(commandIn(text)).toBeNull();
    },
  );
});

test('a scan is open or settled, by its state', () => {
  const settled: Readonly<Record<ScanState, boolean>> = {
    received: false,
    waiting: false,
    held: false,
    sent: false,
    done: true,
    refused: true,
    unclear: true,
    dropped: true,
  };
  for (const [state, isOver] of Object.entries(settled) as [ScanState, boolean][]) {
    expect([isSettled({ state }), isOpen({ state })]).toEqual([isOver, !isOver]);
  }
});
