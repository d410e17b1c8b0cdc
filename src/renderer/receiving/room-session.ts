import type { Shell } from '../app/shell.svelte.ts';
import { paperOf } from './paper.ts';
import { ReceivingSession } from './session.svelte.ts';
import { outlasting } from '../ui/outlasting.svelte.ts';

/** The window's receiving session: made when the room is first opened, and kept for as long as the window lives. */
export function receivingSession(shell: Shell): ReceivingSession {
  if (shell.receiving) return shell.receiving;
  const session = outlasting(
    () =>
      new ReceivingSession(shell.logs.receiving, {
        say: (id, text, asks = false) => {
          shell.results.report({ id, text });
          if (!asks) shell.stages.receiving.show({ id, text });
        },
        takeUnseen: () => shell.stages.receiving.takeUnseen(),
        onReceipt: (receipt) => paperOf(shell).onReceipt(receipt),
        onBook: (book) => paperOf(shell).onBook(book),
        submit: (code) => shell.scanInput.submit(code, 'typed', 'receiving'),
      }),
  );
  session.start();
  shell.receiving = session;
  return session;
}
