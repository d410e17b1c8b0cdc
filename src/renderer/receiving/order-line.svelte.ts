import type { OrderItem, OrderView } from '../../contract/receiving.ts';
import { noKeys } from '../ui/list/replaced.ts';
import { rowIds } from '../ui/row-ids.ts';

/** The order line that is open, and which of its items the keys act on. */
export class OrderLine {
  view = $state.raw<OrderView | null>(null);
  /** The pid of the item that was scanned; null where the order line itself was scanned. */
  scannedPid = $state.raw<string | null>(null);
  /** A key for each item that is unique even where ids repeat. */
  readonly keyOf = $derived(rowIds(this.view?.items ?? [], ({ pid }) => pid));
  /** The key of the chosen item. */
  chosenKey = $state('');
  /** The keys of the items that are ticked, to be received together. */
  ticked = $state.raw(noKeys);
  /** The ticked items that can still be received. */
  readonly several = $derived(
    (this.view?.items ?? []).filter(
      (item) => this.ticked.has(this.keyOf(item)) && item.received === '' && item.pid !== '',
    ),
  );

  /** The chosen item, else the first. */
  get item(): OrderItem | null {
    const items = this.view?.items ?? [];
    return items.find((item) => this.keyOf(item) === this.chosenKey) ?? items[0] ?? null;
  }

  /** Moves the choice up or down the items. */
  move(by: number): void {
    const items = this.view?.items ?? [];
    const at = this.item ? items.indexOf(this.item) : -1;
    const next = items[Math.max(0, Math.min(items.length - 1, at + by))];
    if (next) this.chosenKey = this.keyOf(next);
  }

  /** Shows what main has opened, closed (null) or read again. Read again, it keeps the chosen item. */
  open(view: OrderView | null, scannedPid: string | null): void {
    const isSame = view !== null && view.pol === this.view?.pol && scannedPid === this.scannedPid;
    this.view = view;
    this.scannedPid = scannedPid;
    if (isSame) return;
    this.ticked = noKeys;
    const [first] = view?.items ?? [];
    this.chosenKey = scannedPid ?? this.#firstNotReceived ?? (first ? this.keyOf(first) : '');
  }

  /** Ticks all items that are still to come; ticks none where they all are. */
  tickAll(): void {
    const open = (this.view?.items ?? []).filter(({ received, pid }) => received === '' && pid !== '');
    const areAll = open.length === this.several.length;
    // It is replaced as a whole, and never changed.
    // eslint-disable-next-line svelte/prefer-svelte-reactivity
    this.ticked = areAll ? noKeys : new Set(open.map(this.keyOf));
  }

  /** Shows the order line of an answer, unless another one was opened meanwhile. */
  update(view: OrderView): void {
    if (view.pol === this.view?.pol) this.view = view;
  }

  /**
   * Goes on from the item with this key to the next that is not received. It stays at an item that was scanned or that
   * has no barcode yet: that book is in the hand.
   */
  advance(fromKey: string): void {
    const { view, scannedPid, chosenKey } = this;
    const item = view?.items.find((other) => this.keyOf(other) === fromKey);
    if (scannedPid !== null || chosenKey !== fromKey || !item || item.barcode === '') return;
    this.chosenKey = this.#firstNotReceived ?? chosenKey;
  }

  get #firstNotReceived(): string | null {
    const item = this.view?.items.find(({ received }) => received === '');
    return item ? this.keyOf(item) : null;
  }
}
