import { vi } from 'vitest';
import type { Burst } from '../../../src/renderer/scan/wedge.ts';
import { listenForScans } from '../../../src/renderer/scan/wedge-listener.ts';

/** A key as the system tells it. */
export interface PageKey {
  readonly key: string;
  readonly code?: string;
  readonly shift?: boolean;
  readonly caps?: boolean;
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly up?: boolean;
  /** So many milliseconds ago it was pressed, and a busy machine brings it now. */
  readonly late?: number;
  /** What an input method types for it, whether or not the page prevents it. */
  readonly composes?: string;
}

interface KeyInit {
  readonly key?: string;
  readonly code?: string;
  readonly shiftKey?: boolean;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly isComposing?: boolean;
}

class KeyEvent extends Event {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey = false;
  readonly repeat = false;
  readonly isComposing: boolean;
  caps = false;

  constructor(type: string, init: KeyInit = {}) {
    super(type, { cancelable: true });
    this.key = init.key ?? '';
    this.code = init.code ?? '';
    this.shiftKey = init.shiftKey ?? false;
    this.ctrlKey = init.ctrlKey ?? false;
    this.altKey = init.altKey ?? false;
    this.isComposing = init.isComposing ?? false;
  }

  getModifierState(name: string): boolean {
    return name === 'CapsLock' && this.caps;
  }
}

/** Where the focus is. */
export const places = ['box', 'field', 'cell', 'list', 'button'] as const;
export type PlaceName = (typeof places)[number];

class Place extends EventTarget {
  readonly isConnected = true;
  readonly dataset: Record<string, string> = {};
  readonly name: PlaceName;
  readonly scrollHeight = 0;

  constructor(name: PlaceName) {
    super();
    this.name = name;
    if (name === 'box') this.dataset['scanBox'] = '';
  }
  closest(selector: string): this | null {
    return this.name === 'cell' && selector.includes('grid') ? this : null;
  }
  matches(selector: string): boolean {
    return this.name === 'button' && selector.includes('button');
  }
  focus(): void {
    // It is where it is.
  }
  blur(): void {
    // As the focus.
  }
  readonly parentElement = null;
}

class Field extends Place {
  type = 'text';
  value = '';
  get selectionStart(): number {
    return this.value.length;
  }
  get selectionEnd(): number {
    return this.value.length;
  }
  setRangeText(text: string): void {
    this.value += text;
  }
}

/** The page has none. */
class TextArea extends Field {}

/**
 * A page that counts what reaches it: keys that the scanner's listener passes or lets go, in a list, on a button, and in
 * a field those that do more than type or move its caret.
 */
export class KeyboardPage {
  readonly acts: string[] = [];
  readonly scans: (Burst & { readonly place: number })[] = [];
  readonly unfinished: string[] = [];
  /** Told at the first key of each run: how many there were. */
  runs = 0;
  focus: Place | Field = new Place('list');
  readonly #window = new EventTarget();
  /** The keys that the listener let through. */
  readonly #passed = new WeakSet<Event>();
  #now = 0;

  constructor() {
    vi.stubGlobal('window', this.#window);
    vi.stubGlobal('KeyboardEvent', KeyEvent);
    vi.stubGlobal('InputEvent', Event);
    vi.stubGlobal('Node', Place);
    vi.stubGlobal('HTMLElement', Place);
    vi.stubGlobal('HTMLInputElement', Field);
    vi.stubGlobal('HTMLTextAreaElement', TextArea);
    vi.stubGlobal('getComputedStyle', () => ({ overflowY: 'visible' }));
    const focused = (): Place => this.focus;
    vi.stubGlobal('document', {
      get activeElement() {
        return focused();
      },
      getSelection: () => null,
      execCommand: () => this.acts.push('execCommand'),
    });
    listenForScans({
      place: () => (this.runs += 1),
      onScan: (burst, place) => this.scans.push({ ...burst, place }),
      onUnfinished: (text) => this.unfinished.push(text),
    });
    this.#window.addEventListener('keydown', (event) => this.#passed.add(event));
    this.#now = performance.now();
  }

  /** What the field with the focus says; `''` elsewhere. */
  get value(): string {
    return this.focus instanceof Field ? this.focus.value : '';
  }

  /** Moves the focus to a new element, where a field says so. */
  go(name: PlaceName, value = ''): void {
    const isField = name === 'field' || name === 'box' || name === 'cell';
    this.focus = isField ? new Field(name) : new Place(name);
    if (this.focus instanceof Field) this.focus.value = value;
    const { focus } = this;
    focus.addEventListener('keydown', (event) => {
      if (event instanceof KeyEvent) this.#act(event, focus);
    });
  }

  /** Lets time pass, with all that waits for it. */
  async wait(ms: number): Promise<void> {
    this.#now += ms;
    // Nothing waits for less.
    if (ms < 45) vi.advanceTimersByTime(ms);
    else await vi.advanceTimersByTimeAsync(ms);
  }

  press({
    key,
    code = '',
    shift = false,
    caps = false,
    ctrl = false,
    alt = false,
    up,
    late = 0,
    composes,
  }: PageKey): void {
    const { focus } = this;
    const modifiers = { shiftKey: shift, ctrlKey: ctrl, altKey: alt, isComposing: composes !== undefined };
    const event = new KeyEvent(up ? 'keyup' : 'keydown', { key, code, ...modifiers });
    event.caps = caps;
    Object.defineProperties(event, { timeStamp: { value: this.#now - late }, target: { value: focus } });
    this.#window.dispatchEvent(event);
    if (this.#passed.has(event) && !up && composes === undefined) this.#act(event, focus);
    if (composes === undefined || !(focus instanceof Field)) return;
    focus.value += composes;
    focus.dispatchEvent(new Event('input'));
  }

  #act(event: KeyEvent, focus: Place): void {
    const { key, ctrlKey, altKey, defaultPrevented } = event;
    if (defaultPrevented || /^(Shift|Control|Alt|CapsLock)$/.test(key)) return;
    const types = /^(.|[^ -~]+)$/su.test(key) && !ctrlKey && !altKey;
    const isField = focus instanceof Field;
    const isHarmless = /^(Dead|Process|Unidentified)$/.test(key);
    const movesCaret = focus.name !== 'cell' && /^(Arrow(Left|Right)|Home|End)$/.test(key);
    if (types && isField) focus.value += key;
    else if (!(isField && (isHarmless || movesCaret)))
      this.acts.push([ctrlKey && 'Ctrl', altKey && 'Alt', key].filter(Boolean).join('+'));
  }
}
