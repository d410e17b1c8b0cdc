import { isClientError } from '../../client/errors.ts';
import { authorization } from '../../client/key.ts';
import { m } from '../../messages/compiled/messages.js';
import type { Command, Program } from '../command-line/command.ts';
import { exitCode, type ExitCode } from '../command-line/exit-code.ts';
import { readSecret } from '../command-line/secret-input.ts';
import { Failed } from '../failure.ts';
import { accountOf, institutionAt, type ServiceAddress } from './institution-key.ts';
import { KeychainProblem, writeOver } from './keychain.ts';
import { openSettings } from './settings-file.ts';
import type { SettingsStore } from './settings.ts';
import { isSameService, settingsWithKey, StoredKeyAnswer, unrecognized } from './stored-key.ts';

/** Longer than any key, and what Settings takes. */
const longestKey = 2000;

/**
 * `--provision`: puts the API key from standard input into the keychain of the account that runs it, for the service that
 * the policy or the settings name. Which library that is, the station finds out by itself at its next call, as ever.
 */
export const provision: Command = async (_, program) => {
  const { say, complain, folder, clock, log, keychain } = program;
  const fail = (code: ExitCode, words: string): ExitCode => {
    complain(m.command_line_trouble({ words }));
    return code;
  };
  const settings = openSettings(folder, clock, log);
  const at = (await program.policyService()) ?? settings.now.institution;
  if (at === null) return fail(exitCode.notConfigured, m.provision_no_service());
  const service = institutionAt(at.address, at.root);
  const shown = { address: service.address };

  const secret = await readSecret(program.input, () => say(m.provision_prompt(shown)), program.signal);
  if (secret === null) return fail(exitCode.badInput, m.provision_no_input());
  const key = secret.trim();
  const problem = problemOf(key);
  if (problem !== null) return fail(exitCode.badInput, problem);

  const { institution, keyInKeychain } = settings.now;
  let putBack: () => Promise<void>;
  try {
    const isKept = keyInKeychain && institution !== null && isSameService(institution, service);
    if (isKept && (await keychain.read(accountOf(institution))) === key) {
      say(m.provision_already(shown));
      sayMissing(program, settings);
      return exitCode.done;
    }
    putBack = await writeOver(keychain, accountOf(unrecognized(service)), key);
  } catch (error) {
    if (!(error instanceof KeychainProblem)) throw error;
    const isLater = error.why === 'keychainLocked' || error.why === 'keychainTimeout';
    return fail(isLater ? exitCode.busy : exitCode.unavailable, keychainWords[error.why]());
  }
  const answer = await use(program, settings, service);
  if (answer === 'busy' || answer === 'notWritten') {
    await putBack().catch((error: unknown) => log.defect(error));
    return answer === 'busy'
      ? fail(exitCode.busy, m.provision_busy())
      : fail(exitCode.cannotWrite, m.provision_not_written());
  }
  say(m.provision_stored(shown));
  if (answer === 'otherService') say(m.provision_other_service());
  else sayMissing(program, openSettings(folder, clock, log));
  return exitCode.done;
};

function problemOf(key: string): string | null {
  if (key === '') return m.provision_no_input();
  if (key.length > longestKey) return m.provision_malformed();
  try {
    authorization(key);
    return null;
  } catch (error) {
    if (isClientError(error)) return m.provision_malformed();
    throw error;
  }
}

/** Has the station use the key: the program that runs, which holds the settings, or here where none does. */
async function use(program: Program, settings: SettingsStore, at: ServiceAddress): Promise<StoredKeyAnswer> {
  const { address, root } = at;
  const answer = await program.askRunning('provision', { address, root });
  if (answer !== null) return StoredKeyAnswer.parse(answer);
  const { institution: before, keyInKeychain } = settings.now;
  if (before !== null && !isSameService(before, at)) return 'otherService';
  try {
    settings.change(settingsWithKey(settings.now, at));
  } catch (error) {
    if (error instanceof Failed) return 'notWritten';
    throw error;
  }
  const old = before === null ? null : accountOf(before);
  if (keyInKeychain && old !== null && old !== accountOf(unrecognized(at)))
    await program.keychain.forget(old).catch((error: unknown) => program.log.defect(error));
  return 'used';
}

function sayMissing({ say }: Program, { now }: Pick<SettingsStore, 'now'>): void {
  if (now.institutionPlace.library === null) say(m.provision_missing_place());
  else say(m.provision_nothing_missing());
}

const keychainWords: Readonly<Record<KeychainProblem['why'], () => string>> = {
  noKeychain: m.provision_no_keychain,
  keychainLocked: m.provision_keychain_locked,
  keychainRefused: m.provision_keychain_refused,
  keychainTimeout: m.provision_keychain_timeout,
  keyNotGiven: m.provision_keychain_locked,
  keyNotRemoved: m.provision_keychain_refused,
};
