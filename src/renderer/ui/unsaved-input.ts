type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (target: EventTarget | null): target is TextControl =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Where what is typed is kept by its button only. Elsewhere a field is kept as it is left. */
const forms = 'form, [role="dialog"]';

/**
 * Knows whether something is half typed in this window: text that somebody put into a field, that is not what stood
 * there before, and that would be gone with the window.
 */
export class UnsavedInput {
  /** What stood in a field as somebody came to it. */
  readonly #before = new Map<TextControl, string>();

  /** Watches until the function it answers is called. */
  start(): () => void {
    const onFocusIn = ({ target }: { readonly target: EventTarget | null }): void => {
      this.#forgetGone();
      if (isTextControl(target) && !this.#before.has(target)) this.#before.set(target, target.value);
    };
    const onFocusOut = ({ target }: Event): void => {
      if (isTextControl(target) && target.closest(forms) === null) this.#before.delete(target);
    };
    onFocusIn({ target: document.activeElement });
    window.addEventListener('focusin', onFocusIn, true);
    window.addEventListener('focusout', onFocusOut, true);
    return () => {
      window.removeEventListener('focusin', onFocusIn, true);
      window.removeEventListener('focusout', onFocusOut, true);
      this.#before.clear();
    };
  }

  get isAnything(): boolean {
    this.#forgetGone();
    return [...this.#before].some(([control, before]) => control.value !== '' && control.value !== before);
  }

  /** Their dialog, or their room, was left. */
  #forgetGone(): void {
    for (const control of this.#before.keys()) if (!control.isConnected) this.#before.delete(control);
  }
}
