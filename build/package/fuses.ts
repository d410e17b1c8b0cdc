/**
 * Electron's fuses, as every package has them: its executable runs this program and nothing else. No Node of its own
 * (`ELECTRON_RUN_AS_NODE`), no switches or variables that load code or open a debugger, only an archive whose hash
 * holds. `read-back.ts` compares the finished artifact with this.
 */
export const fuses = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
} as const;

export type FuseName = keyof typeof fuses;

/** The places of the fuses on the wire, in Electron's order (`@electron/fuses`, `FuseV1Options`). */
export const fuseOrder = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const satisfies readonly FuseName[];
