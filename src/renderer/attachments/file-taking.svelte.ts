import type { ReadyFile } from '../../contract/attachments.ts';
import type { Reply } from '../../contract/define.ts';
import type { Failure } from '../../contract/failure.ts';
import { slowAfter } from '../ui/slow-after.ts';
import { handOver } from './hand-over.ts';

/** Takes a file that was dropped, and says how far it is. */
export abstract class FileTaking {
  /** A dropped file on its way to main, in bytes. */
  reading = $state.raw<{ readonly name: string; readonly done: number; readonly total: number } | null>(null);
  /** Why the file could not be taken, or read. */
  failure = $state.raw<Failure | null>(null);
  #stop: AbortController | null = null;

  /** Stops what is being read. */
  stop(): void {
    this.#stop?.abort();
  }

  /** Gives the file to main; null where it was stopped, or `failure` says why it is not there. */
  protected async take(to: Parameters<typeof handOver>[0], dropped: File): Promise<ReadyFile | null> {
    this.failure = null;
    const { name, size: total } = dropped;
    this.reading = { name, done: 0, total };
    const reply = await handOver(to, dropped, this.stoppable(), (done) => {
      this.reading = { name, done, total };
    });
    this.reading = null;
    if (reply.ok) return reply.value;
    this.fail(reply.failure);
    return null;
  }

  /** For what begins now: `stop` ends it. */
  protected stoppable(): AbortSignal {
    this.#stop = new AbortController();
    return this.#stop.signal;
  }

  /** What a person stopped is no failure. */
  protected fail(failure: Failure): void {
    this.failure = failure.kind === 'cancelled' ? null : failure;
  }
}

/** A file that is read by main, in one way or another, before anything of it is sent. */
export abstract class FileReading extends FileTaking {
  busy = $state(false);
  /** Main has been reading the file for long enough to say so. */
  slow = $state(false);

  protected async work<T>(ask: () => Promise<Reply<T>>): Promise<Reply<T>> {
    this.failure = null;
    this.busy = true;
    const timer = setTimeout(() => (this.slow = true), slowAfter);
    const reply = await ask();
    clearTimeout(timer);
    this.slow = false;
    this.busy = false;
    return reply;
  }
}
