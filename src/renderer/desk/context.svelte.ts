interface Pickup {
  readonly key: string;
  readonly label: string;
}

/**
 * Choices of this window that stay from one patron to the next, until another is chosen. The station bar shows a choice
 * that is not the usual one.
 */
export class DeskContext {
  /** Where requests are picked up; null for this desk's own library. */
  pickup = $state.raw<Pickup | null>(null);
  /** The reason for which the last request was cancelled. */
  cancelReason = $state('');

  /** From now on requests are picked up there. */
  pickUpAt(place: Pickup, here: Pickup | null): void {
    this.pickup = place.key === here?.key ? null : { key: place.key, label: place.label };
  }
}
