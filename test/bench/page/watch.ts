import type { SeenInPage, SeenScan } from '../seen.ts';

/**
 * Watches the session list from inside the page, put in before the program's own code: when the Enter of a scan came,
 * when its row was painted, and when what came of it was. Painted means on the screen, by the browser's own account
 * (Element Timing): a dot is put into the page beside what is to be seen, and the frame that first has the one has the
 * other.
 */
export function watch(): SeenInPage {
  const enters: number[] = [];
  const scans: SeenScan[] = [];
  const rows = new WeakMap<Element, SeenScan>();
  const blocked: number[] = [];
  const clock = (moment: number): number => performance.timeOrigin + moment;
  const now = (): number => clock(performance.now());
  let dots = 0;
  const waiting = new Map<string, (at: number) => void>();
  const done: Element[] = [];
  const painted = (beside: Element, then: (at: number) => void): void => {
    // Not when they were seen: that would be a frame more for each.
    for (const old of done.splice(0)) old.remove();
    const dot = document.createElement('i');
    const name = `bench ${(dots += 1)}`;
    dot.setAttribute('elementtiming', name);
    dot.textContent = '·';
    // In the row's corner: elsewhere it would be one more part of the window to be drawn, or cut off and never seen.
    Object.assign(dot.style, { position: 'absolute', insetBlockStart: '0', insetInlineStart: '0' });
    waiting.set(name, (at) => {
      done.push(dot);
      then(at);
    });
    beside.append(dot);
  };
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) {
      const { identifier, renderTime } = entry as PerformanceEntry & {
        identifier: string;
        renderTime: number;
      };
      waiting.get(identifier)?.(clock(renderTime));
      waiting.delete(identifier);
    }
  }).observe({ type: 'element' });

  const codeOn = (row: Element): string => row.querySelector('.what')?.textContent.trim() ?? '';
  const shown = (row: Element, scan: SeenScan): void => {
    painted(row, (at) => (scan.shown = scan.shown === 0 ? at : Math.min(scan.shown, at)));
  };
  const came = (row: Element): void => {
    if (rows.has(row)) return;
    const enter = enters.shift();
    if (enter === undefined) {
      inPlace(row);
      return;
    }
    const code = codeOn(row);
    const scan: SeenScan = { code, enter: clock(enter), begun: 0, shown: 0, settled: 0, outcome: '' };
    rows.set(row, scan);
    scans.push(scan);
    requestAnimationFrame(() => (scan.begun = now()));
    shown(row, scan);
  };
  /** In the receiving room the row of a scan makes room for that of its book, often before it was painted. */
  const inPlace = (row: Element): void => {
    const code = codeOn(row);
    const scan = scans.findLast((one) => one.code === code && one.outcome === '');
    if (!scan) return;
    rows.set(row, scan);
    if (scan.shown === 0) shown(row, scan);
    changed(row);
  };
  const changed = (row: Element): void => {
    const scan = rows.get(row);
    if (!scan || scan.outcome !== '' || !row.classList.contains('settled')) return;
    scan.outcome = row.querySelector('.mark')?.textContent.trim() ?? '?';
    painted(row, (at) => (scan.settled = at));
  };

  // Of this visit: what is folded away of earlier ones has a row, and is no scan.
  const list = '.session ol.rows > li:has([data-testid="scan-line"])';
  const look = ({ addedNodes, target }: MutationRecord): void => {
    for (const node of addedNodes) {
      if (!(node instanceof Element)) continue;
      for (const row of node.matches(list) ? [node] : node.querySelectorAll(list)) came(row);
    }
    if (target instanceof Element && target.matches(list)) changed(target);
  };
  new MutationObserver((records) => {
    records.forEach(look);
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['class'] });
  new PerformanceObserver((entries) => {
    blocked.push(...entries.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key === 'Enter') enters.push(timeStamp);
    },
    true,
  );
  return { scans, blocked };
}
