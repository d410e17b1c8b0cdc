import type { Input } from 'electron';

export type Zoom = 'in' | 'out' | 'reset';

/** The same steps as in a browser. */
const steps = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** The page returns its factor with fewer digits. */
const tolerance = 0.01;

/** The next factor after this one. */
export function nextZoom(factor: number, how: Zoom): number {
  if (how === 'reset') return 1;
  const next =
    how === 'in'
      ? steps.find((step) => step > factor + tolerance)
      : steps.findLast((step) => step < factor - tolerance);
  return next ?? factor;
}

/**
 * The zoom action of a key, or null. A menu's accelerator is one key of one layout. It fails where plus needs Shift, is
 * on another key or on the number pad, and where digits need Shift or are not 0 to 9.
 */
export function zoomOfKey(
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
  // Windows reports AltGr, which types characters, as Ctrl and Alt.
  if (type !== 'keyDown' || !command || alt) return null;
  // On layouts where equals is Shift and 0, it does not mean plus.
  if (key === '+' || (key === '=' && !shift)) return 'in';
  if (key === '-') return 'out';
  return key === '0' || (code === 'Digit0' && !shift) ? 'reset' : null;
}
