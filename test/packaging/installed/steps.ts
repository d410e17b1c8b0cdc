/** Does one thing, says that it came out, and how long it took; says where it did not, and throws. */
export async function step<T>(what: string, act: () => T | Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    const result = await act();
    console.log(`✓ ${what} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    console.log(`✗ ${what}`);
    throw error;
  }
}
