type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (target: EventTarget | null): target is TextControl =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Here a button saves what is typed. Elsewhere a field is saved when it loses the focus. */
const forms = 'form, [role="dialog"]';

/**
 * Knows whether a field of this window has text that the user typed and that would be lost with the window.
 */
export class UnsavedInput {
  /** The value of a field when it got the focus. */
  readonly #before = new Map<TextControl, string>();

  /** Watches until the returned function is called. */
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

  /** Forgets the fields whose dialog or room was closed. */
  #forgetGone(): void {
    for (const control of this.#before.keys()) if (!control.isConnected) this.#before.delete(control);
  }
}
