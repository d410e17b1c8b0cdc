import type { Input } from '../../../../contract/index.ts';
import type { ItemView, RequestFields, RequestType } from '../../../../contract/requests.ts';
import { call } from '../../../api.ts';
import { Act } from '../act.svelte.ts';
import { noFields } from './fields.ts';

export type On = Input<'requests.place'>['on'];

/**
 * A request that is not placed yet. It outlives its dialog: closed with Esc and opened again, everything typed is
 * still there.
 */
export class Draft {
  type = $state<RequestType>('HOLD');
  kind = $state<On['kind']>('item');
  barcode = $state('');
  holdingId = $state('');
  mmsId = $state('');
  fields = $state<RequestFields>({ ...noFields });
  readonly looking = new Act<ItemView>();
  /** The copy that was looked up last, and the barcode that was asked for. */
  #found = $state.raw<{ readonly barcode: string; readonly item: ItemView } | null>(null);
  /** A copy was scanned, and is to be looked up. */
  #scanned = $state('');

  /** What the request would be for, as far as a copy of it was seen. */
  readonly item = $derived.by(() => {
    const found = this.#found;
    if (!found) return null;
    const isIt = {
      item: found.barcode === this.barcode.trim(),
      holding: found.item.holdingId === this.holdingId.trim(),
      title: found.item.mmsId === this.mmsId.trim(),
    };
    return isIt[this.kind] ? found.item : null;
  });
  /** Nothing is placed before the copy was seen. */
  readonly mustLook = $derived(this.#scanned !== '' || (this.kind === 'item' && this.item === null));

  readonly on = $derived.by((): On => {
    switch (this.kind) {
      case 'item':
        return { kind: 'item', barcode: this.barcode.trim() };
      case 'holding':
        return { kind: 'holding', holdingId: this.holdingId.trim(), mmsId: this.item?.mmsId ?? '' };
      case 'title':
        return { kind: 'title', mmsId: this.mmsId.trim() };
    }
  });

  /** A copy was scanned: of a holding or a title, any of its copies says which it is. */
  scan(code: string): void {
    this.#scanned = code;
  }

  /** Another number is typed: what was wrong with the one before is no longer said. */
  typed(): void {
    this.looking.failure = null;
  }

  /** Looks up what was scanned or typed; of scans that come meanwhile the last one counts. */
  async look(): Promise<void> {
    do {
      const barcode = this.#scanned || this.barcode.trim();
      this.barcode = barcode;
      this.#scanned = '';
      const item = await this.looking.run((_, signal) => call('requests.item', { barcode }, { signal }));
      if (!item) continue;
      this.#found = { barcode, item };
      this.holdingId = item.holdingId;
      this.mmsId = item.mmsId;
    } while (this.#scanned !== '');
  }
}
