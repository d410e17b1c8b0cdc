import { nextTask } from '../ui/next-task.ts';
import { isReplayed, letGo, type HeldKey } from './replay.ts';
import { strokeOf, AltCode } from './strokes.ts';
import {
  isPassword,
  restore,
  restoreComposed,
  textControl,
  valueOf,
  type TextControl,
} from './text-controls.ts';
import { noteKey } from './until-no-scan.ts';
import { Wedge, type Burst, type Release, type Stroke } from './wedge.ts';

/** Who wants to know of scans. `P`: what is said of the place where one began. */
export interface ScanListener<P> {
  /** Called at the first key of what may become a code; its value comes with the scan. */
  readonly place: () => P;
  readonly onScan: (burst: Burst, place: P) => void;
  /** A scanner typed this onto a list or the page, where it did nothing, and did not end it. */
  readonly onUnfinished: (text: string, place: P) => void;
}

/** Where a run of keys began. */
interface Begun<P> {
  readonly control: TextControl | null;
  /** What the control said before. */
  readonly before: unknown;
  readonly place: P;
  /** An input method has typed some of it. */
  composed: boolean;
}

/** A scan is written down; a key or a password never is: what a scanner types there goes nowhere. */
function refused({ control }: Begun<unknown>): boolean {
  if (!isPassword(control)) return false;
  control.dispatchEvent(new Event('scanrefused'));
  return true;
}

/**
 * Listens to all keys of the window before anything else does. A scan goes to `onScan`, wherever the focus is: it presses
 * no button, and the field with the focus gets its previous value back. Keys of a burst are not drawn in the scan box
 * either, because that would cost more time than the scan itself, and do nothing on a list or the page before it is clear
 * that nobody scans. Answers the function that stops listening.
 */
export function listenForScans<P>({ place, onScan, onUnfinished }: ScanListener<P>): () => void {
  const wedge = new Wedge();
  const alt = new AltCode();
  let begun: Begun<P> | null = null;
  let held: HeldKey[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const swallowKeyUp = new Set<string>();

  const release = (what: Release): void => {
    if (what === 'nothing') return;
    const keys = held;
    held = [];
    if (what === 'let go') letGo(keys);
    else if (begun && !refused(begun)) onUnfinished(what.unfinished, begun.place);
  };

  const expire = async (): Promise<void> => {
    // On a busy page keys are waiting that were pressed in time.
    await nextTask();
    if (wedge.deadline !== null && performance.now() >= wedge.deadline) release(wedge.expire());
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (isReplayed(event)) return;
    noteKey(event.timeStamp);
    if (event.repeat) return;
    const isPart = alt.down(event);
    const stroke: Stroke = isPart
      ? { is: 'modifier', readings: [], at: event.timeStamp, into: 'other', acts: false, moves: false }
      : strokeOf(event, textControl(event.target));
    if (isPart) stop(event);
    hear(event, event.target, stroke);
  };

  const hear = (event: KeyboardEvent, target: EventTarget | null, stroke: Stroke): void => {
    const verdict = wedge.stroke(stroke);
    clearTimeout(timer);
    // What an input method types is not for us to hold back.
    const control = textControl(target);
    const composed = control !== null && (event.isComposing || event.key === 'Process');
    if (verdict.do === 'scan') {
      noteKey(stroke.at, true);
      stop(event);
      held = [];
      if (!begun) return;
      const { control: of, before, place } = begun;
      if (of && (composed || begun.composed)) restoreComposed(of, before, target);
      else if (of) restore(of, before);
      if (!refused(begun)) onScan(verdict, place);
      return;
    }
    const followsChord = held.at(-1)?.event.ctrlKey === true && verdict.release === 'let go';
    release(verdict.release);
    if (wedge.starting && (stroke.is === 'text' || stroke.is === 'control'))
      begun = { control, before: control ? valueOf(control) : null, place: place(), composed };
    else if (begun) begun.composed ||= composed;
    if (wedge.isBurst || verdict.do === 'swallow') noteKey(stroke.at, true);
    if (verdict.do === 'hold' && !composed) held.push({ event, target: followsChord ? null : target });
    if (verdict.do === 'swallow' || (verdict.do === 'hold' && !composed)) stop(event);
    const { deadline } = wedge;
    // A key that a busy machine brings late is followed by others that are late: they get their time from now on.
    if (deadline !== null)
      timer = setTimeout(() => void expire(), deadline - Math.min(stroke.at, performance.now()) + 1);
  };

  const stop = (event: KeyboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    swallowKeyUp.add(event.code);
  };

  const onKeyUp = (event: KeyboardEvent): void => {
    const typed = alt.up(event);
    if (typed) hear(typed, event.target, strokeOf(typed, textControl(event.target), event.timeStamp, true));
    // The keyup of Space presses a button, so the keyup of a swallowed key is swallowed too.
    if (!swallowKeyUp.delete(event.code)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('keyup', onKeyUp, true);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('keyup', onKeyUp, true);
  };
}
