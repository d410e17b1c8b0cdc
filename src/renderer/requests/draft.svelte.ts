import type { Input } from '../../contract/index.ts';
import type { ItemView, RequestFields, RequestType } from '../../contract/requests.ts';
import { call } from '../api.ts';
import { Submission } from '../ui/list/submission.svelte.ts';
import { Draft } from '../ui/list/draft.svelte.ts';
import { noFields } from './fields.ts';
import type { PickupFields } from './pickups.ts';

export type RequestTarget = Input<'requests.place'>['on'];

/** A new request, as it is filled in. */
interface RequestForm {
  type: RequestType;
  kind: RequestTarget['kind'];
  barcode: string;
  holdingId: string;
  mmsId: string;
  fields: RequestFields;
  /** Empty for this desk's own place. It is part of the draft: no other patron's request goes there. */
  pickup: PickupFields;
}

const nothing = (): RequestForm => ({
  type: 'HOLD',
  kind: 'item',
  barcode: '',
  holdingId: '',
  mmsId: '',
  fields: { ...noFields },
  pickup: { pickupLibrary: '', pickupDesk: '' },
});

const typedInto = ({ barcode, holdingId, mmsId, fields }: RequestForm): string =>
  [barcode, holdingId, mmsId, ...Object.values(fields).filter((value) => typeof value === 'string')].join('');

/** Looks an item up. It changes nothing, so a result after the dialog was closed is dropped. */
class ItemLookup extends Submission<ItemView> {
  override leave(): void {
    // The draft keeps the item.
  }
}

/** A request that is not placed yet. */
export class RequestDraft extends Draft<RequestForm> {
  readonly looking = new ItemLookup();
  /** The copy that was looked up last, and the barcode that was asked for. */
  #found = $state.raw<{ readonly barcode: string; readonly item: ItemView } | null>(null);
  /** A copy was scanned, and is to be looked up. */
  #scanned = $state('');

  constructor() {
    super(nothing, typedInto);
  }

  /** What the request would be for, as far as a copy of it was seen. */
  get item(): ItemView | null {
    const found = this.#found;
    if (!found) return null;
    const { kind, barcode, holdingId, mmsId } = this.form;
    const isIt = {
      item: found.barcode === barcode.trim(),
      holding: found.item.holdingId === holdingId.trim(),
      title: found.item.mmsId === mmsId.trim(),
    };
    return isIt[kind] ? found.item : null;
  }

  /** Nothing is placed before the copy was seen. */
  get mustLook(): boolean {
    return this.#scanned !== '' || (this.form.kind === 'item' && this.item === null);
  }

  get on(): RequestTarget {
    const { kind, barcode, holdingId, mmsId } = this.form;
    switch (kind) {
      case 'item':
        return { kind, barcode: barcode.trim() };
      case 'holding':
        return { kind, holdingId: holdingId.trim(), mmsId: this.item?.mmsId ?? '' };
      case 'title':
        return { kind, mmsId: mmsId.trim() };
    }
  }

  /** What it is called: by its title, or by the number that was given for it. */
  get name(): string {
    const { kind, barcode, holdingId, mmsId } = this.form;
    return this.item?.title || { item: barcode, holding: holdingId, title: mmsId }[kind].trim();
  }

  /** A copy was scanned: of a holding or a title, any of its copies says which it is. */
  scan(code: string): void {
    this.#scanned = code;
    this.looking.changed();
  }

  /** Another number is typed: what was wrong with the one before is no longer said. */
  typed(): void {
    this.looking.failure = null;
  }

  /** Looks up what was scanned or typed; of scans that come meanwhile the last one counts. */
  async look(): Promise<void> {
    if (this.looking.busy) return;
    do {
      const { form } = this;
      const barcode = this.#scanned || form.barcode.trim();
      form.barcode = barcode;
      this.#scanned = '';
      const item = await this.looking.run((_, signal) => call('requests.item', { barcode }, { signal }));
      // The user has started over meanwhile.
      if (form !== this.form) return;
      if (!item) continue;
      this.#found = { barcode, item };
      form.holdingId = item.holdingId;
      form.mmsId = item.mmsId;
    } while (this.#scanned !== '');
  }

  protected override empty(): void {
    super.empty();
    this.#found = null;
    this.#scanned = '';
    this.typed();
  }
}
