/** Imported first in a utility process: gives it `process.parentPort` over Node's own channel to its parent. */
import { EventEmitter } from 'node:events';
import { registerHooks } from 'node:module';

/** Messages wait for the first listener, as they do in Electron. */
class ParentPort extends EventEmitter {
  #waiting: unknown[] | undefined = [];

  constructor() {
    super();
    process.on('message', (data) => {
      if (this.#waiting) this.#waiting.push(data);
      else this.#hand(data);
    });
    this.on('newListener', (name) => {
      if (name === 'message') queueMicrotask(() => this.start());
    });
  }
  #hand(data: unknown): void {
    this.emit('message', { data, ports: [] });
  }
  start(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const data of waiting) this.#hand(data);
  }
  postMessage(message: unknown): void {
    process.send?.(message);
  }
}

Object.assign(process, { parentPort: new ParentPort(), type: 'utility' });
process.title = process.env.CARREL_STANDIN_SERVICE ?? process.title;
delete process.env.CARREL_STANDIN_SERVICE;
process.on('disconnect', () => process.exit(0)); // the app has gone

registerHooks({
  resolve(specifier, context, next) {
    if (/^electron(\/|$)/.test(specifier))
      throw new Error('stand-in: electron in a utility process is not supported');
    return next(specifier, context);
  },
});
