import type { CallOptions } from '../../client/client.ts';
import type { AnswerOf } from '../../service/define.ts';
import type { Command, Endpoints } from '../../service/endpoints.ts';
import type { Service } from '../ports.ts';
import type { OrderOf, Deps } from '../deps.ts';
import { differencesBetween, replaceWhole } from '../records/replace-whole.ts';

/** What editing a record of the configuration needs, and the service whose record it is. */
export interface RecordDeps extends Pick<Deps, 'commands' | 'queues'> {
  readonly service: Service;
}

/** An edit of a record: what was shown to the user, and how it is changed. */
export interface RecordEdit<R, W = R> {
  readonly intent: string;
  /** The record that was shown for editing. */
  readonly seen: R;
  /** Gets the record as it is written. Fields that it does not touch go back as they came. */
  readonly change: (record: W) => W;
}

/** A kind of record that is replaced as a whole: how to read it, and the command that writes it. */
export interface RecordKind<R, K extends Command> {
  readonly name: string;
  readonly about: string;
  readonly read: (service: Service, options: CallOptions) => Promise<R>;
  readonly order: (fresh: R) => Pick<OrderOf<K>, 'operation' | 'args' | 'before'>;
}

/**
 * Edits one record of the configuration: reads it again, throws `conflict` where it differs from `seen`, and writes
 * the whole. Source: Configuration (whole-table replacement drops rows).
 */
export async function editRecord<R extends object, K extends Command>(
  deps: RecordDeps,
  { name, about, read, order }: RecordKind<R, K>,
  { intent, seen }: { readonly intent: string; readonly seen: R },
  signal: AbortSignal,
): Promise<AnswerOf<Endpoints[K]>> {
  const { service } = deps;
  deps.commands.mustBeNew(intent);
  const queue = `${name}:${about}`;
  return replaceWhole(deps.queues, {
    queue,
    read: () => read(service, { signal }),
    differences: (fresh) => differencesBetween(seen, fresh),
    write: async (fresh) => {
      const done = await deps.commands.run<K>({
        ...order(fresh),
        id: intent,
        queue,
        about,
        service,
        signal,
      });
      return done.answer;
    },
  });
}
