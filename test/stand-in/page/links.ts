import type { WindowRequest } from './messages.ts';

/** Hands main every link that would open a window (a target, a held key, the middle button) instead of following it. */
export function watchLinks(open: (request: WindowRequest) => void): void {
  const look = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button > 1) return;
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement && node.href !== '');
    if (!(link instanceof HTMLAnchorElement)) return;
    const aside = event.button === 1 || event.ctrlKey || event.metaKey;
    const named = link.target !== '' && !['_self', '_top', '_parent'].includes(link.target);
    if (!aside && !event.shiftKey && !named) return;
    event.preventDefault();
    const disposition = aside ? 'background-tab' : event.shiftKey ? 'new-window' : 'foreground-tab';
    open({ url: link.href, frameName: link.target.replace('_blank', ''), features: '', disposition });
  };
  window.addEventListener('click', look);
  window.addEventListener('auxclick', look);
}
