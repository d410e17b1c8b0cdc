/** A key as a page hears it: Node has no keyboard events. */
export function aKey(
  press: {
    readonly key: string;
    readonly code?: string;
    readonly held?: boolean;
    readonly composing?: boolean;
  },
  ...modifiers: readonly ('Control' | 'Alt' | 'Shift')[]
): Event {
  return Object.assign(new Event('keydown', { cancelable: true, bubbles: true }), {
    key: press.key,
    code: press.code ?? press.key,
    repeat: press.held ?? false,
    isComposing: press.composing ?? false,
    getModifierState: (name: string) => (modifiers as readonly string[]).includes(name),
  });
}
