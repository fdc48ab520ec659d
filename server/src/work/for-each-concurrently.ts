/** Does the same for each, some at a time. Waits until none is under way, then throws what the first failed with. */
export async function forEachConcurrently<T>(items: Iterable<T>, count: number, action: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const worker = async () => {
    for (;;) {
      const { value, done } = waiting.next();
      if (done) return;
      await action(value);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: count }, worker));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
