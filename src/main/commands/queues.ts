/** Runs the work of one queue one at a time, in the order of the calls. Different queues run side by side. */
export interface Queues {
  run<T>(queue: string, work: () => Promise<T>): Promise<T>;
  /** Whether any queue has work: a command is on its way, or waits for its turn. */
  readonly isBusy: boolean;
}

/** Creates the queues. A queue exists only while it has work. */
export function createQueues(): Queues {
  const last = new Map<string, Promise<unknown>>();

  return {
    get isBusy() {
      return last.size > 0;
    },
    async run(queue, work) {
      const previous = last.get(queue) ?? Promise.resolve();
      const result = previous.then(work, work);
      // The next work waits for the end of this one, whatever its outcome.
      const finished = result.catch(() => undefined);
      last.set(queue, finished);
      try {
        return await result;
      } finally {
        if (last.get(queue) === finished) last.delete(queue);
      }
    },
  };
}

/**
 * Runs one task at a time on a record, from its fresh read to its last command. Two changes that began with the same
 * read would undo each other. Source: design, rules of the house, 5.
 */
export const runTask = <T>(queues: Queues, queue: string, work: () => Promise<T>): Promise<T> =>
  queues.run(`task:${queue}`, work);

/**
 * Reads a record after the commands of its queue. One of them may still be in progress although its window has stopped
 * waiting.
 */
export const freshRead = <T>(queues: Queues, queue: string, read: () => Promise<T>): Promise<T> =>
  queues.run(queue, read);

/** The queue for everything done for a patron. */
export const patronQueue = (userId: string): string => `patron:${userId}`;

/** The queue for an order line and its items. */
export const orderQueue = (pol: string): string => `order:${pol}`;

/** The order line of such a queue; null where it is the queue of something else. */
export const orderOfQueue = (queue: string): string | null => /^order:(.+)$/s.exec(queue)?.[1] ?? null;

/** The queue for an invoice. */
export const invoiceQueue = (invoiceId: string): string => `invoice:${invoiceId}`;

/** The queue for creating a vendor's invoice with this number. */
export const newInvoiceQueue = (vendor: string, number: string): string => `invoice:${vendor}/${number}`;

/** The queue for an item without a patron: a return. */
export const itemQueue = (barcode: string): string => `item:${barcode}`;
