import { systemClock } from '../../../src/main/clock.ts';
import type { Backend, BackendOptions } from '../../../src/main/backend-options.ts';
import { openBackend } from '../../../src/main/backend.ts';
import { Links } from '../../../src/main/links/links.ts';
import { openPolicy } from '../../../src/main/policy/open.ts';
import { noPolicies } from './policy.ts';
import { memoryKeychain, memorySettings } from '../station/support.ts';
import {
  MemoryFiles,
  plainNetwork,
  quietDesktop,
  quietLog,
  quietPrinter,
  unwatchedWindows,
} from './ports.ts';
import { noUpdates } from '../updates/support.ts';
import { startTransform } from './transform.ts';

/** Main without windows, put together as the program does it, on ports that do nothing but for those given. */
export const openQuietParts = (
  given: Pick<BackendOptions, 'folder'> & Partial<BackendOptions>,
): Promise<Backend> =>
  openBackend({
    clock: systemClock,
    log: quietLog(),
    settings: memorySettings(),
    policy: openPolicy(given.folder, systemClock, quietLog(), noPolicies),
    keychain: memoryKeychain(),
    network: plainNetwork,
    desktop: quietDesktop,
    windows: unwatchedWindows,
    printer: quietPrinter,
    files: new MemoryFiles(),
    startPractice: () => {
      throw new Error('no practice library here');
    },
    startTransform,
    host: { name: 'no host', version: '1' },
    version: '0.1.0',
    machineFolder: '/nonexistent',
    trust: () => null,
    links: new Links(quietLog()),
    updates: noUpdates,
    ...given,
  });
