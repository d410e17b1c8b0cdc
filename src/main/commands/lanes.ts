/** Lets what belongs to one lane go one at a time, in the order of asking; lanes go side by side. */
export interface Lanes {
  turn<T>(lane: string, work: () => Promise<T>): Promise<T>;
}

/** Lanes that come into being when somebody asks for a turn, and go when nobody waits any more. */
export function createLanes(): Lanes {
  const last = new Map<string, Promise<unknown>>();

  return {
    async turn(lane, work) {
      const before = last.get(lane) ?? Promise.resolve();
      const mine = before.then(work, work);
      // Whoever comes next waits for the end of this turn, and not for its outcome.
      const over = mine.catch(() => undefined);
      last.set(lane, over);
      try {
        return await mine;
      } finally {
        if (last.get(lane) === over) last.delete(lane);
      }
    },
  };
}

/** The lane of everything done for a patron. */
export const patronLane = (userId: string): string => `patron:${userId}`;

/** The lane of everything done to an order line and its items. */
export const orderLane = (pol: string): string => `order:${pol}`;

/** The lane of everything done to an invoice. */
export const invoiceLane = (invoiceId: string): string => `invoice:${invoiceId}`;

/** The lane in which a vendor's invoice of this number is created. */
export const newInvoiceLane = (vendor: string, number: string): string => `invoice:${vendor}/${number}`;

/** The lane of an item that is no patron's matter: a return. */
export const itemLane = (barcode: string): string => `item:${barcode}`;
