/**
 * Keeps what belongs to one patron while the person looks at another tab: a renewal goes on, and its outcomes are
 * there when they come back. The next patron gets their own. Made under a root of its own, because it outlives the
 * component that asks for it first.
 */
export function keepLast<T>(make: (userId: string) => T): (userId: string) => T {
  let last: { readonly userId: string; readonly value: T; readonly end: () => void } | null = null;
  return (userId) => {
    if (last?.userId === userId) return last.value;
    last?.end();
    const made: T[] = [];
    const end = $effect.root(() => {
      made.push(make(userId));
    });
    const [value] = made as [T];
    last = { userId, value, end };
    return value;
  };
}
