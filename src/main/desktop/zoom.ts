import type { Input } from 'electron';

export type Zoom = 'in' | 'out' | 'reset';

/** What a browser offers, too. */
const steps = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** A page comes back with a factor that has lost some of its digits. */
const near = 0.01;

/** The next size after this one. */
export function zoomed(factor: number, how: Zoom): number {
  if (how === 'reset') return 1;
  const next =
    how === 'in'
      ? steps.find((step) => step > factor + near)
      : steps.findLast((step) => step < factor - near);
  return next ?? factor;
}

/**
 * The zoom that a key asks for. A menu's accelerator is one key of one layout: where plus is shifted, stands on another
 * key or on the number pad, where digits are shifted or are not 0 to 9, it asks for nothing.
 */
export function zoomAskedBy(
  {
    type,
    key,
    code,
    control,
    meta,
    alt,
    shift,
  }: Pick<Input, 'type' | 'key' | 'code' | 'control' | 'meta' | 'alt' | 'shift'>,
  isMac: boolean,
): Zoom | null {
  const command = isMac ? meta && !control : control && !meta;
  // Windows says Ctrl and Alt for AltGr, which types.
  if (type !== 'keyDown' || !command || alt) return null;
  // Where equals is Shift and 0, nobody means plus by it.
  if (key === '+' || (key === '=' && !shift)) return 'in';
  if (key === '-') return 'out';
  return key === '0' || (code === 'Digit0' && !shift) ? 'reset' : null;
}
