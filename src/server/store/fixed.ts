import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

/** Stands in a query for a value that is given each time it runs. */
class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A query whose text never changes, built and compiled once: only its values differ from call to call. For what every
 * call of a desk asks, building it takes longer than SQLite takes to answer it.
 *
 * @param build takes each value once or more, as a value that is compared or written, and looks at none
 */
export function fixed<V extends readonly unknown[], R>(
  build: (db: Db, ...values: V) => Compilable<R>,
): (db: Db, ...values: V) => Promise<R[]> {
  let compiled: CompiledQuery<R> | undefined;
  return async (db, ...values) => {
    compiled ??= build(db, ...slots(values)).compile();
    const parameters = compiled.parameters.map((one) => (one instanceof Slot ? values[one.index] : one));
    const { rows } = await db.executeQuery<R>({ ...compiled, parameters });
    return rows;
  };
}

/** As many places as there are values; a query that only passes them on takes one for the other. */
function slots<V extends readonly unknown[]>(values: V): V {
  return values.map((_, index) => new Slot(index)) as readonly unknown[] as V;
}
