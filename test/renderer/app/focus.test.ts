import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from '../../../src/renderer/app/focus.ts';
import { page, pass } from '../support/main.ts';

/**
 * As much of a page as the focus is looked for on: what has it, what is selected, and what changed. Where it lands in a
 * real one, `test/e2e/desk-focus.spec.ts` shows.
 */
const body = {};
const document = {
  body,
  activeElement: body as object | null,
  selected: false,
  getSelection: () => ({ isCollapsed: !document.selected }),
};
vi.stubGlobal('document', document);

let changed: (() => void) | null = null;
vi.stubGlobal(
  'MutationObserver',
  class {
    #seen: () => void;
    constructor(seen: () => void) {
      this.#seen = seen;
    }
    observe(): void {
      changed = this.#seen;
    }
    disconnect(): void {
      changed = null;
    }
  },
);

/** The next frame is drawn. */
const frame = (): Promise<void> => pass(20);

const focusBox = vi.fn();
let stop: () => void;
beforeEach(() => {
  focusBox.mockReset();
  Object.assign(document, { activeElement: body, selected: false });
  stop = keepFocus(focusBox);
});
afterEach(() => stop());

test('the scan box has the focus from the start, and whenever nothing else has it', async () => {
  await frame();
  expect(focusBox).toHaveBeenCalledTimes(1);
  for (const name of ['focusout', 'pointerup', 'keydown', 'focus']) page.dispatchEvent(new Event(name));
  // Many things in one frame are looked at once.
  await frame();
  expect(focusBox).toHaveBeenCalledTimes(2);
  document.activeElement = null;
  changed?.();
  await frame();
  expect(focusBox).toHaveBeenCalledTimes(3);
});

test('what has the focus keeps it', async () => {
  document.activeElement = {};
  await frame();
  changed?.();
  await frame();
  page.dispatchEvent(new Event('pointerup'));
  await frame();
  expect(focusBox).not.toHaveBeenCalled();
});

test('a button that is gone gives it back', async () => {
  document.activeElement = {};
  await frame();
  document.activeElement = body;
  changed?.();
  await frame();
  expect(focusBox).toHaveBeenCalledTimes(1);
});

test('text that is being selected keeps its selection', async () => {
  document.selected = true;
  page.dispatchEvent(new Event('pointerup'));
  await frame();
  expect(focusBox).not.toHaveBeenCalled();
});

test('nothing is looked at any more once it is stopped', async () => {
  stop();
  expect(changed).toBeNull();
  page.dispatchEvent(new Event('focusout'));
  await frame();
  expect(focusBox).not.toHaveBeenCalled();
});
