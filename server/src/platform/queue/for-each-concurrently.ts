/** Runs `action` for each item, at most `count` at a time. Waits for all, then throws the first error. */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  count: number,
  action: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const worker = async () => {
    for (;;) {
      const { value, done } = iterator.next();
      if (done) return;
      await action(value);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: count }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
