interface Pickup {
  readonly key: string;
  readonly label: string;
}

/**
 * What the desk goes on with from one act to the next, in this window: it sticks until another is chosen, whoever is at
 * the desk. Where it is not what it usually is, it stands in the station bar.
 */
export class DeskContext {
  /** Where requests are picked up; null for this desk's own library. */
  pickup = $state.raw<Pickup | null>(null);
  /** The reason that a request was cancelled for last. */
  cancelReason = $state('');

  /** From now on requests are picked up there. */
  pickUpAt(place: Pickup, here: Pickup | null): void {
    this.pickup = place.key === here?.key ? null : { key: place.key, label: place.label };
  }
}
