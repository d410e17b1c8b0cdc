import type { PlaceCodes } from './place.ts';
import type { Comparison } from '../../contract/takings.ts';
import { call } from '../api.ts';
import { Listing } from '../ui/list/listing.svelte.ts';

/** The comparison with the service, while it is made and afterwards. */
export class Comparing {
  readonly list: Listing<Comparison>;
  /** The desk whose open tills are compared; null for where the station is. */
  place: PlaceCodes | null = null;
  /** How many calls it takes, where they are many: it is not made yet. */
  readonly many = $derived.by(() => {
    const { failure } = this.list;
    const isMany = failure?.kind === 'invalid' && failure.reason === 'tooLarge' && failure.field === 'calls';
    return isMany ? Number(failure.detail) : null;
  });
  #agreed = false;

  /** @param id the closed till; null for the tills as they are now */
  constructor(id: string | null, known: Comparison | null = null) {
    this.list = new Listing((signal, onProgress) =>
      call('takings.compare', { id, place: this.place, agreed: this.#agreed }, { signal, onProgress }),
    );
    this.list.value = known;
  }

  get value(): Comparison | null {
    return this.list.value;
  }

  /** Makes it, however many calls it takes. */
  async agree(): Promise<void> {
    this.#agreed = true;
    await this.list.load();
    this.#agreed = false;
  }

  stop(): void {
    this.list.stop();
  }
}
