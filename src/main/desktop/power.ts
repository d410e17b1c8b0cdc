import type { PowerMonitor } from 'electron';

/**
 * Tells when nobody is at the machine any more, since it is locked, asleep or another user's, and when somebody may be
 * again. Each system tells some of it: Linux only of sleep.
 */
export function watchPower(
  monitor: PowerMonitor,
  { left, back, woke }: { readonly left: () => void; readonly back: () => void; readonly woke: () => void },
): void {
  monitor.on('lock-screen', left);
  monitor.on('suspend', left);
  monitor.on('user-did-resign-active', left);
  monitor.on('resume', () => {
    woke();
    back();
  });
  monitor.on('unlock-screen', back);
  monitor.on('user-did-become-active', back);
}
