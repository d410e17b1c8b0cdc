import type { Carrel } from './app.ts';

/**
 * Has the machine's clock set by so many milliseconds, as far as the program's main process can see: the clock that
 * never jumps goes on as it was.
 */
export async function setClock({ app }: Pick<Carrel, 'app'>, byMs: number): Promise<void> {
  await app.evaluate((_, jump) => {
    const Real = globalThis.Date;
    class Jumped extends Real {
      constructor(...inputs: readonly unknown[]) {
        if (inputs.length === 0) super(Real.now() + jump);
        else super(...(inputs as [number]));
      }
      static override now(): number {
        return Real.now() + jump;
      }
    }
    globalThis.Date = Jumped as DateConstructor;
  }, byMs);
}
