import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { Policy } from '../../../src/main/policy/policy.ts';
import { loadLocated, loadPreferences } from '../../../src/main/policy/readers.ts';
import { linuxPolicies, type PolicySystem } from '../../../src/main/policy/source.ts';
import { posixTrust, type Trust } from '../../../src/main/policy/trust.ts';
import { heldClock, quietLog } from '../support/ports.ts';

// What says where a fault is, and what reads property lists, as the program loads them where they are needed.
await Promise.all([loadLocated(), loadPreferences()]);

/** A machine's root in a folder of its own, whose files are the system's while they are this user's. */
export interface TestRoot {
  readonly root: string;
  /** The program's folder. */
  readonly own: string;
  readonly trust: Trust;
  readonly system: PolicySystem;
  /** Writes a file below the root; a text, bytes, or a policy of these mandatory settings. */
  write(name: string, content: string | Uint8Array | object): string;
  remove(name: string): void;
  open(host?: string): Policy;
}

export const etc = 'etc/carrel/policy.d';
export const usr = 'usr/share/carrel/policy.d';

export function testRoot(system?: (trust: Trust, root: string) => PolicySystem): TestRoot {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-policy-')));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  fs.chmodSync(root, 0o755);
  const own = path.join(root, 'profile');
  fs.mkdirSync(own);
  const trust = posixTrust({ owners: [process.getuid?.() ?? 0], top: root });
  const made = system?.(trust, root) ?? linuxPolicies(trust, [path.join(root, etc), path.join(root, usr)]);
  return {
    ...{ root, own, trust, system: made },
    write(name, content) {
      const file = path.join(root, name);
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 });
      const plain = typeof content === 'string' || content instanceof Uint8Array;
      fs.writeFileSync(file, plain ? content : policyText(content), { mode: 0o644 });
      return file;
    },
    remove: (name) => fs.rmSync(path.join(root, name), { recursive: true, force: true }),
    open: (host = 'main-desk-1') =>
      new Policy({ system: made, folder: own, trust, host, clock: heldClock(), log: quietLog() }),
  };
}

export const policyText = (mandatory: object, recommended: object = {}): string =>
  JSON.stringify({ schema: 'carrel-policy/1', mandatory, recommended });
