/** Returns a function that counts a user's calls in the current minute and returns whether they are within the limit. */
export function createMinuteLimit(maxCalls: number): (userId: string) => boolean {
  const counts = new Map<string, number>();
  let minute = 0;
  return (userId) => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) counts.clear();
    minute = now;
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    return count <= maxCalls;
  };
}
