/**
 * Switches that are not Carrel's and are left to Electron and Chromium: what IT sets to mend a screen or a sandbox, what
 * a debugger or a test sets, and what Chromium itself hands to a second start.
 */
const hostSwitches: readonly RegExp[] = [
  /^--(?:enable|disable|force|inspect|remote-debugging|ozone|proxy|ignore-gpu|use|log|trace|host)(?:-[a-z\d-]+)?(?:=|$)/,
  /^--(?:no-sandbox|no-proxy-server|no-zygote|single-process|in-process-gpu|js-flags|lang|user-data-dir)(?:=|$)/,
  /^--(?:high-dpi-support|device-scale-factor|touch-events|password-store|gtk-version|class|name|display)(?:=|$)/,
  /^--(?:v|vmodule|auth-server-allowlist|auth-negotiate-delegate-allowlist|original-process-start-time)=/,
  /^--(?:allow-file-access-from-files|trace|headless|crashpad-handler|crash-dumps-dir|ssl-version-min)(?:=|$)/,
  /^--(?:max-old-space-size|cpu-prof)(?:=|$)/,
  // macOS, to a program that was downloaded.
  /^-psn_\d+_\d+$/,
];

/** Whether an argument is for Electron or Chromium. They take values after `=` only, so no argument belongs to it. */
export const isHostSwitch = (arg: string): boolean => hostSwitches.some((one) => one.test(arg));
