import { isCharacter } from './physical.ts';
import { insert, textControl } from './text-controls.ts';

/** A key that was held back; `target`: what had the focus; null if that is known only once it is let go. */
export interface HeldKey {
  readonly event: KeyboardEvent;
  readonly target: EventTarget | null;
}

const replayed = new WeakSet<Event>();

/** Whether a key comes from here, and not from the keyboard. */
export const isReplayed = (event: Event): boolean => replayed.has(event);

/** Does what keys that were held back would have done, in their order. */
export function letGo(keys: readonly HeldKey[]): void {
  const focused = document.activeElement;
  for (const { event, target } of keys) {
    // What a key before it has opened has the focus now, or the element has gone.
    const isThere = target !== null && document.activeElement === focused && isConnected(target);
    replay(event, isThere ? target : (document.activeElement ?? document.body));
  }
}

const isConnected = (target: EventTarget): boolean => !(target instanceof Node) || target.isConnected;

function replay(event: KeyboardEvent, target: EventTarget): void {
  const types = isCharacter(event.key) && !event.ctrlKey;
  const control = textControl(target);
  if (types && control) {
    insert(control, event.key);
    return;
  }
  const again = new KeyboardEvent('keydown', event);
  replayed.add(again);
  if (!target.dispatchEvent(again)) return;
  // From here on what a browser does with a key of the keyboard only.
  const now = textControl(document.activeElement);
  if (types && now) insert(now, event.key);
  else if (event.key === ' ' && target instanceof HTMLElement && target.matches(pressedBySpace))
    target.click();
  else if (!types) move(event, target);
}

const pressedBySpace = 'button, summary, [type="checkbox"], [type="radio"]';

const caretMoves: Readonly<Record<string, readonly [direction: string, granularity: string]>> = {
  ArrowLeft: ['left', 'character'],
  ArrowRight: ['right', 'character'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
};

/** Moves the caret, the choice among radio buttons, or what is scrolled: a key of the pad while Num Lock is off. */
function move({ key, shiftKey }: KeyboardEvent, target: EventTarget): void {
  const [direction, granularity] = caretMoves[key] ?? [];
  if (textControl(target)) {
    // What has taken its place does not know the field's own undo.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    if (key === 'Delete') document.execCommand('forwardDelete');
    else if (direction) document.getSelection()?.modify(shiftKey ? 'extend' : 'move', direction, granularity);
    return;
  }
  if (!(target instanceof HTMLElement)) return;
  const by = /^(ArrowLeft|ArrowUp|PageUp|Home)$/.test(key) ? -1 : 1;
  if (target instanceof HTMLInputElement && target.type === 'radio') {
    if (key.startsWith('Arrow')) chooseBeside(target, by);
    return;
  }
  const far = key.startsWith('Arrow') ? 40 : key.startsWith('Page') ? 0.9 * target.clientHeight : 1e6;
  scrollerOf(target)?.scrollBy({ top: by * far });
}

/** Chooses the next radio button of a group, or the one before. */
function chooseBeside(radio: HTMLInputElement, by: number): void {
  const all = document.querySelectorAll<HTMLInputElement>(`[type="radio"][name="${CSS.escape(radio.name)}"]`);
  const group = [...all].filter(({ disabled }) => !disabled);
  const next = group.at((group.indexOf(radio) + by) % group.length);
  next?.focus();
  next?.click();
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  if (!element || /auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  return scrollerOf(element.parentElement);
}
