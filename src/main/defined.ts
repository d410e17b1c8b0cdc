type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** A change without the fields that were sent as undefined. */
export function definedOf<T extends object>(change: T): Defined<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Defined<T>;
}
