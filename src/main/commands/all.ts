/** Everything that comes, once it has all come. */
export async function all<T>(coming: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of coming) items.push(item);
  return items;
}
