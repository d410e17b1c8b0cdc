import { expect, test } from 'vitest';
import type { SettingsFileView } from '../../../src/contract/settings-transfer.ts';
import { SettingsTransferState } from '../../../src/renderer/settings-transfer/settings-transfer.svelte.ts';
import { main } from '../support/main.ts';

const aFile = (name: string): SettingsFileView => ({
  ...{ name, version: '', problems: [], differences: [], same: 1, otherService: null, canUndo: false },
});

test('a file that was closed stays closed, whatever was asked of it before', async () => {
  const transfer = new SettingsTransferState();
  void transfer.open();
  await main.open('settingsTransfer.open').answer(aFile('front'));
  void transfer.compare();
  transfer.close();
  await main.open('settingsTransfer.compare').answer(aFile('front'));
  expect(transfer.file).toBeNull();
});

test('a file that was opened is not replaced by what was asked of the one before', async () => {
  const transfer = new SettingsTransferState();
  void transfer.compare();
  const earlier = main.open('settingsTransfer.compare');
  void transfer.open();
  await main.open('settingsTransfer.open').answer(aFile('next'));
  await earlier.answer(aFile('front'));
  expect(transfer.file?.name).toBe('next');
});
