import type { CDPSession, Page } from 'playwright';

/** A key as the protocol of the browser's tools wants it. */
interface Key {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  readonly location?: number;
  /** What it types. */
  readonly text?: string;
}

const held = { Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const;
type Modifier = keyof typeof held;
const isModifier = (name: string): name is Modifier => name in held;

/** Keys with a name, and what each types, by the codes that Windows gave them. */
const named: Readonly<Record<string, readonly [code: number, text?: string]>> = {
  ...{ Backspace: [8], Tab: [9], Enter: [13, '\r'], Shift: [16], Control: [17], Alt: [18], Escape: [27] },
  ...{ Insert: [45], PageUp: [33], PageDown: [34], End: [35], Home: [36], ArrowLeft: [37], ArrowUp: [38] },
  ...{ ArrowRight: [39], ArrowDown: [40], Delete: [46], Meta: [91] },
};

/** The keys of the numeric pad while Num Lock is off: `Numpad0` to `Numpad9`. */
const padUnlocked = [
  ...['Insert', 'End', 'ArrowDown', 'PageDown', 'ArrowLeft'],
  ...['Clear', 'ArrowRight', 'Home', 'ArrowUp', 'PageUp'],
];

/** The marks of a US keyboard by the place of their key. Source: src/renderer/scan/physical.ts. */
const marks: Readonly<Record<string, readonly [plain: string, shifted: string, code: number]>> = {
  ...{ Semicolon: [';', ':', 186], Equal: ['=', '+', 187], Comma: [',', '<', 188], Minus: ['-', '_', 189] },
  ...{ Period: ['.', '>', 190], Slash: ['/', '?', 191], Backquote: ['`', '~', 192] },
  ...{ BracketLeft: ['[', '{', 219], Backslash: ['\\', '|', 220], BracketRight: [']', '}', 221] },
  ...{ Quote: ["'", '"', 222], Space: [' ', ' ', 32] },
};
const shiftedDigits = ')!@#$%^&*(';

/** The key of this name, or the one that types this character; null where a US keyboard has none. */
function keyOf(name: string): Key | null {
  const [known, text] = named[name] ?? [];
  if (known !== undefined) {
    const left = isModifier(name) && { code: `${name}Left`, location: 1 };
    return { key: name, code: name, windowsVirtualKeyCode: known, ...(text && { text }), ...left };
  }
  const unlocked = padUnlocked[Number(/^Numpad(\d)$/.exec(name)?.[1] ?? Number.NaN)];
  if (unlocked !== undefined)
    return { key: unlocked, code: name, windowsVirtualKeyCode: named[unlocked]?.[0] ?? 12, location: 3 };
  const f = /^F(\d+)$/.exec(name)?.[1];
  if (f !== undefined) return { key: name, code: name, windowsVirtualKeyCode: 111 + Number(f) };
  const letter = /^(?:Key)?([A-Za-z])$/.exec(name)?.[1];
  if (letter !== undefined) {
    const upper = letter.toUpperCase();
    const typed = name.startsWith('Key') ? letter.toLowerCase() : letter;
    return { key: typed, code: `Key${upper}`, windowsVirtualKeyCode: upper.charCodeAt(0), text: typed };
  }
  const digit = /^\d$/.test(name) ? Number(name) : shiftedDigits.indexOf(name);
  if (digit >= 0 && name.length === 1)
    return { key: name, code: `Digit${digit}`, windowsVirtualKeyCode: 48 + digit, text: name };
  for (const [code, [plain, shifted, windowsVirtualKeyCode]] of Object.entries(marks)) {
    if (name === plain || name === shifted || name === code) {
      const typed = name === code ? plain : name;
      return { key: typed, code, windowsVirtualKeyCode, text: typed };
    }
  }
  return null;
}

/** No hand presses another key sooner after a character. Source: src/renderer/scan/wedge.ts, `usual`. */
const handsPace = 45;

/**
 * The keys of a page, each with a time of its own, as the hardware gives it: the program takes a key for a person's or
 * a scanner's by these times, and so nobody has to wait for them.
 */
export class Keys {
  static readonly #ofPage = new WeakMap<Page, Promise<Keys>>();
  readonly #cdp: CDPSession;
  /** When the last key went down, in milliseconds since 1970. It may be a moment ahead of the machine's clock. */
  #last = 0;
  /** The last key typed a character. */
  #isCharacter = false;
  /** When a person typed the last character of a text. */
  #typed = 0;

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp;
  }

  /** The one keyboard of a page: whoever types in it, its times only go forward. */
  static for(page: Page): Promise<Keys> {
    const known = Keys.#ofPage.get(page);
    if (known) return known;
    const made = page
      .context()
      .newCDPSession(page)
      .then((cdp) => new Keys(cdp));
    Keys.#ofPage.set(page, made);
    return made;
  }

  get typed(): number {
    return this.#typed;
  }

  /** When the last key went down. */
  get last(): number {
    return this.#last;
  }

  /** Presses a key, alone or with others held (`Control+A`), so many milliseconds after the last one at least. */
  async press(name: string, after = 0): Promise<void> {
    const [last = '', ...before] = (name === '+' ? [name] : name.split('+')).toReversed();
    const modifiers = before.filter(isModifier).toReversed();
    const key = keyOf(last);
    if (!key || modifiers.length < before.length) throw new Error(`no key ${name}`);
    const at = Math.max(Date.now(), this.#last + Math.max(after, this.#isCharacter ? handsPace : 0));
    await this.#send(key, at, modifiers);
  }

  /** Types a text, so many milliseconds from key to key. It ends now, where the last key was long enough ago. */
  async type(text: string, gap: number): Promise<void> {
    const keys = Array.from(text);
    let at = Math.max(this.#last + gap, Date.now() - gap * (keys.length - 1));
    for (const one of keys) {
      const key = keyOf(one === '\n' ? 'Enter' : one);
      if (key) await this.#send(key, at);
      else await this.#cdp.send('Input.insertText', { text: one });
      this.#typed = at;
      at += gap;
    }
  }

  /** A key that a device makes at this time: characters come without the place of a key. Nothing is waited for before. */
  stamped(name: string, at: number): Promise<void> {
    const key = name in named || name.startsWith('Numpad') ? keyOf(name) : null;
    return this.#send(key ?? { key: name, text: name }, at);
  }

  async #send(
    key: { readonly key: string; readonly text?: string },
    at: number,
    modifiers: readonly Modifier[] = [],
  ): Promise<void> {
    this.#last = at;
    this.#isCharacter = key.text !== undefined && key.key.length === 1;
    const timestamp = at / 1000;
    const sent: Promise<unknown>[] = [];
    let mask = 0;
    const send = (type: string, what: object): void => {
      const event = { type, timestamp, modifiers: mask, ...what } as { type: 'keyDown' };
      sent.push(this.#cdp.send('Input.dispatchKeyEvent', event));
    };
    for (const modifier of modifiers) {
      mask |= held[modifier];
      send('rawKeyDown', { ...keyOf(modifier) });
    }
    const { text, ...silent } = key;
    // With one of these held, a key types nothing.
    const types = text !== undefined && (mask & ~held.Shift) === 0;
    send(types ? 'keyDown' : 'rawKeyDown', types ? { ...key, unmodifiedText: text } : silent);
    const up = { timestamp: timestamp + 0.002 };
    send('keyUp', { ...silent, ...up });
    for (const modifier of modifiers.toReversed()) {
      mask &= ~held[modifier];
      send('keyUp', { ...keyOf(modifier), ...up });
    }
    await Promise.all(sent);
  }
}
