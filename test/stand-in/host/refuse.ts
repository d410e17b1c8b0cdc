import { EventEmitter } from 'node:events';

/** Names that other code looks up on any value to learn what it is: absent here, not refused. */
const probes = new Set([
  'then',
  'toJSON',
  '$$typeof',
  'nodeType',
  'asymmetricMatch',
  'domain',
  '__esModule',
  'default',
]);

/** Says that the stand-in does not have `name`, so that no test passes because something silently did nothing. */
export function refuse(name: string): never {
  throw new Error(`stand-in: ${name} is not supported`);
}

function ownerOf(receiver: unknown): string {
  if (typeof receiver === 'function') return receiver.name;
  return (receiver as { constructor?: { name?: string } }).constructor?.name ?? 'object';
}

/** Sits at the end of a prototype chain: a name that nothing before it has is refused. */
function wall<T extends object>(behind: T, owner?: string): T {
  return new Proxy(behind, {
    get(target, name, receiver): unknown {
      if (typeof name === 'symbol' || name in target || probes.has(name))
        return Reflect.get(target, name, receiver);
      return refuse(`${owner ?? ownerOf(receiver)}.${name}`);
    },
  });
}

/** The same object, which from now on refuses names that it does not have. */
export function loud<T extends object>(owner: string, object: T): T {
  const behind = Object.getPrototypeOf(object) as object;
  return Object.setPrototypeOf(object, wall(behind, owner)) as T;
}

/** A name of Electron's that may be imported, and refuses any use. */
export function unsupported(name: string): unknown {
  const refuseIt = (): never => refuse(name);
  return new Proxy(refuseIt, { apply: refuseIt, construct: refuseIt, get: refuseIt });
}

/** An event emitter that refuses members it does not have, and listeners for events it never emits. */
export class LoudEmitter extends EventEmitter {
  /** The events that are emitted; undefined where any name may be one (channels). */
  protected static readonly events: ReadonlySet<string> | undefined = undefined;

  #check(name: string | symbol): void {
    const { events, name: owner } = this.constructor as typeof LoudEmitter;
    if (typeof name === 'symbol' || events === undefined || events.has(name)) return;
    if (name !== 'error' && name !== 'newListener' && name !== 'removeListener')
      refuse(`${owner} event '${name}'`);
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- EventEmitter's own signature
  override on(name: string | symbol, listener: (...args: any[]) => void): this {
    this.#check(name);
    return super.on(name, listener);
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- EventEmitter's own signature
  override addListener(name: string | symbol, listener: (...args: any[]) => void): this {
    return this.on(name, listener);
  }
}
Object.setPrototypeOf(LoudEmitter.prototype, wall(EventEmitter.prototype));
Object.setPrototypeOf(LoudEmitter, wall(EventEmitter));
