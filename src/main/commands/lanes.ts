/** Does the work of one lane one at a time, in the order in which it was asked for. Lanes go side by side. */
export interface Lanes {
  turn<T>(lane: string, work: () => Promise<T>): Promise<T>;
}

/** Lanes that exist from the first time somebody asks for a turn until nobody waits any more. */
export function createLanes(): Lanes {
  const last = new Map<string, Promise<unknown>>();

  return {
    async turn(lane, work) {
      const before = last.get(lane) ?? Promise.resolve();
      const mine = before.then(work, work);
      // The next one waits for the end of this turn, whatever its outcome.
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

/**
 * Does one thing at a time to a record, from its fresh read to its last command. Two changes that began with the same
 * read would each undo the other. Source: design, rules of the house, 5.
 */
export const taskTurn = <T>(lanes: Lanes, lane: string, work: () => Promise<T>): Promise<T> =>
  lanes.turn(`task:${lane}`, work);

/** Reads a record after the commands of its lane. One may still be under way there though its window has given up. */
export const freshRead = <T>(lanes: Lanes, lane: string, read: () => Promise<T>): Promise<T> =>
  lanes.turn(lane, read);

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
