import type { Page } from 'playwright';

/** A file that is dragged from elsewhere: a text, or any bytes. */
type Dragged = { readonly name: string } & ({ readonly text: string } | { readonly base64: string });

/** Drops files on the section with this name. */
export const drop = (page: Page, section: string, ...files: readonly Dragged[]): Promise<unknown> =>
  page.evaluate(`{
    const dataTransfer = new DataTransfer();
    for (const { name, text, base64 } of ${JSON.stringify(files)})
      dataTransfer.items.add(
        new File([text ?? Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0))], name),
      );
    const target = document.querySelector(${JSON.stringify(`section[aria-label="${section}"]`)});
    for (const type of ['dragenter', 'dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }`);
