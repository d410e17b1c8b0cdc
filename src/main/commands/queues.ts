/** Does the work of one lane one at a time, in the order in which it was asked for. Lanes go side by side. */
export interface Queues {
  run<T>(queue: string, work: () => Promise<T>): Promise<T>;
}

/** Lanes that exist from the first time somebody asks for a turn until nobody waits any more. */
export function createQueues(): Queues {
  const last = new Map<string, Promise<unknown>>();

  return {
    async run(queue, work) {
      const before = last.get(queue) ?? Promise.resolve();
      const mine = before.then(work, work);
      // The next one waits for the end of this turn, whatever its outcome.
      const over = mine.catch(() => undefined);
      last.set(queue, over);
      try {
        return await mine;
      } finally {
        if (last.get(queue) === over) last.delete(queue);
      }
    },
  };
}

/**
 * Does one thing at a time to a record, from its fresh read to its last command. Two changes that began with the same
 * read would each undo the other. Source: design, rules of the house, 5.
 */
export const runTask = <T>(queues: Queues, queue: string, work: () => Promise<T>): Promise<T> =>
  queues.run(`task:${queue}`, work);

/** Reads a record after the commands of its lane. One may still be under way there though its window has given up. */
export const freshRead = <T>(queues: Queues, queue: string, read: () => Promise<T>): Promise<T> =>
  queues.run(queue, read);

/** The lane of everything done for a patron. */
export const patronQueue = (userId: string): string => `patron:${userId}`;

/** The lane of everything done to an order line and its items. */
export const orderQueue = (pol: string): string => `order:${pol}`;

/** The lane of everything done to an invoice. */
export const invoiceQueue = (invoiceId: string): string => `invoice:${invoiceId}`;

/** The lane in which a vendor's invoice of this number is created. */
export const newInvoiceQueue = (vendor: string, number: string): string => `invoice:${vendor}/${number}`;

/** The lane of an item that is no patron's matter: a return. */
export const itemQueue = (barcode: string): string => `item:${barcode}`;
