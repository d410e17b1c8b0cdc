import { createRequire } from 'node:module';
import type * as Native from 'native-reg';

export type Hive = 'HKLM' | 'HKCU';

/** A value of the registry; null for a type that no policy has. */
export type RegistryValue = string | number | readonly string[] | null;

/** The part of Windows' registry that policies are in. */
export interface Registry {
  /** All values of a key, by their names; null if there is no such key. Throws if it cannot be read. */
  values(hive: Hive, key: string): ReadonlyMap<string, RegistryValue> | null;
}

/** The registry itself. The native module is loaded by the first call: it exists on Windows only. */
export function windowsRegistry(): Registry {
  let loaded: typeof Native | null = null;
  const load = (): typeof Native => createRequire(import.meta.url)('native-reg') as typeof Native;
  return {
    values(hive, key) {
      const native = (loaded ??= load());
      const { HKLM, HKCU, Access } = native;
      const opened = native.openKey(hive === 'HKLM' ? HKLM : HKCU, key, Access.READ | Access.WOW64_64KEY);
      if (opened === null) return null;
      try {
        return new Map(
          native.enumValueNames(opened).map((name) => [name, plain(native.queryValue(opened, name))]),
        );
      } finally {
        native.closeKey(opened);
      }
    },
  };
}

const plain = (value: Native.ParsedValue | null): RegistryValue =>
  typeof value === 'string' || typeof value === 'number' || Array.isArray(value) ? value : null;
