import type { PlaceCodes } from './place.ts';
import type { Comparison } from '../../contract/takings.ts';
import { call } from '../api.ts';
import { Listing } from '../ui/list/listing.svelte.ts';

/** The comparison with the service, while it is made and afterwards. */
export class Comparing {
  readonly list: Listing<Comparison>;
  /** The desk whose open tills are compared; null for where the station is. */
  place: PlaceCodes | null = null;

  /** @param id the closed till; null for the tills as they are now */
  constructor(id: string | null, known: Comparison | null = null) {
    this.list = new Listing((signal, onProgress) =>
      call('takings.compare', { id, place: this.place }, { signal, onProgress }),
    );
    this.list.value = known;
  }

  get value(): Comparison | null {
    return this.list.value;
  }

  stop(): void {
    this.list.stop();
  }
}
