/** Keys with a name that a page's own engine acts on, in Electron as in a browser; the others with a name are a browser's. */
const named = new Set([
  ...['Enter', 'Tab', 'Backspace', 'Delete', 'Insert', 'Clear', 'Escape', 'ContextMenu'],
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'ScrollLock', 'Compose'],
  ...['Copy', 'Cut', 'Paste', 'Undo', 'Redo', 'Dead', 'Process', 'Unidentified'],
]);

/** With Ctrl, what writes, marks and moves in a text. */
const editing = new Set([
  ...['a', 'c', 'v', 'x', 'y', 'z', ' ', 'Enter', 'Backspace', 'Delete', 'Insert', 'Home', 'End'],
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Shift', 'Control', 'Alt', 'Meta', 'AltGraph'],
]);
/** The same with Shift as well. */
const editingShifted = new Set([...editing].filter((key) => !'acxy'.includes(key) && key !== 'Delete'));

/** With Alt: opening a list, taking back. */
const withAlt = new Set(['ArrowUp', 'ArrowDown', 'Backspace', 'Shift', 'Control', 'Alt', 'Meta', 'AltGraph']);

/** The key, as a Latin letter also where the keyboard writes another script. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key.length !== 1) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return (key > '~' && letter !== undefined ? letter : key).toLowerCase();
}

/** Whether a browser would act on this key, and Electron would not. */
function isBrowsers(event: KeyboardEvent): boolean {
  const key = keyOf(event);
  const { ctrlKey, altKey, shiftKey } = event;
  // The bare key takes a browser's user to its menu as it comes up.
  if (event.type === 'keyup') return key === 'Alt';
  if (event.getModifierState('AltGraph')) return false;
  // The page's own menu; whether that is shown is asked by another event.
  if (key === 'F10' && shiftKey && !ctrlKey && !altKey) return false;
  if (altKey) return ctrlKey || !withAlt.has(key);
  if (ctrlKey) return !(shiftKey ? editingShifted : editing).has(key);
  if (key === 'Escape') return shiftKey;
  return key.length > 1 && !named.has(key);
}

/**
 * Keeps a browser's own keys, its menu and its zooming wheel from the page's Chromium, before any script of the page:
 * what a page has prevented Chromium does nothing with. The page is not told: until it prevents such an event itself,
 * that reads as not prevented.
 */
export function holdBrowserKeys(): void {
  const held = new WeakSet<Event>();
  const { prototype } = Event;
  const own = Object.getOwnPropertyDescriptors(prototype);
  const prevent = (event: Event): void => {
    Reflect.apply(own.preventDefault.value as () => void, event, []);
  };
  const isPrevented = (event: Event): boolean => own.defaultPrevented.get?.call(event) ?? false;

  prototype.preventDefault = function (): void {
    held.delete(this);
    prevent(this);
  };
  Object.defineProperty(prototype, 'defaultPrevented', {
    ...own.defaultPrevented,
    get(this: Event) {
      return isPrevented(this) && !held.has(this);
    },
  });

  const hold = (event: Event): void => {
    if (!event.isTrusted) return;
    held.add(event);
    prevent(event);
  };
  const holdKey = (event: KeyboardEvent): void => {
    if (isBrowsers(event)) hold(event);
  };
  window.addEventListener('keydown', holdKey, true);
  window.addEventListener('keyup', holdKey, true);
  window.addEventListener('contextmenu', hold, true);
  const holdWheel = (event: WheelEvent): void => {
    if (event.ctrlKey) hold(event);
  };
  window.addEventListener('wheel', holdWheel, { capture: true, passive: false });
}
