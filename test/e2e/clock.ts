import type { Carrel } from './app.ts';

/**
 * Has the machine's clock set by so many milliseconds, as far as the program's main process can see: the clock that
 * never jumps goes on as it was.
 */
export async function setClock({ app }: Pick<Carrel, 'app'>, byMs: number): Promise<void> {
  await app.evaluate((_, jump) => {
    const { Date: Real } = globalThis;
    globalThis.Date = new Proxy(Real, {
      construct: (of, args: []) => (args.length > 0 ? Reflect.construct(of, args) : new of(of.now() + jump)),
      get: (of, name) => (name === 'now' ? () => of.now() + jump : Reflect.get(of, name)),
    });
  }, byMs);
}
