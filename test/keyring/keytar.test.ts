import { describe, expect, test } from 'vitest';
import { type KeyringState, withKeyring } from './with-keyring.ts';

/** Stores, reads and deletes one secret in a process of its own, and says how that went. */
const script = `
const { default: keytar } = await import('keytar');
try {
  await keytar.setPassword('Carrel test', 'someone', 'a secret');
  const read = await keytar.getPassword('Carrel test', 'someone');
  const deleted = await keytar.deletePassword('Carrel test', 'someone');
  console.log(read, deleted, await keytar.getPassword('Carrel test', 'someone'));
} catch (error) {
  console.log(error.message);
}`;

async function tryKeytar(state: KeyringState): Promise<string> {
  const { stdout } = await withKeyring(state, [process.execPath, '--input-type=module', '--eval', script]);
  return stdout.trim();
}

describe.runIf(process.platform === 'linux')('keytar against a real gnome-keyring', () => {
  test('stores, reads and deletes', async () => {
    expect(await tryKeytar('unlocked')).toBe('a secret true null');
  });
  test('fails plainly where the collection is locked', async () => {
    expect(await tryKeytar('locked')).toMatch(/locked collection/);
  });
  test('fails plainly where there is no collection', async () => {
    expect(await tryKeytar('no-collection')).toMatch(/does not exist at path/);
  });
  test('fails plainly where there is no secret service', async () => {
    expect(await tryKeytar('absent')).toMatch(/Cannot autolaunch D-Bus/);
  });
});
