import { compareTexts } from './cluster-shapes';

/** The result of a vote of several users. More than half of them accept or reject; otherwise it is a tie, which a reviewer must decide. */
export type VoteState = 'accepted' | 'rejected' | 'tie';

/** Returns the result if `votes` of all users have voted for something. */
export function decideVote(votes: number, users: number): VoteState {
  if (votes * 2 === users) return 'tie';
  return votes * 2 > users ? 'accepted' : 'rejected';
}

/** Returns the most frequent value, and whether another value is equally frequent. The first in alphabetical order wins a tie. */
export function findMajority<Value extends string | null>(values: readonly Value[]): { value: Value; isTie: boolean } {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [mostFrequent, runnerUp] = [...counts].sort(
    ([a, firstCount], [b, secondCount]) => secondCount - firstCount || compareTexts(a ?? '', b ?? ''),
  );
  if (!mostFrequent) throw new Error('a vote needs at least one value');
  return { value: mostFrequent[0], isTie: runnerUp?.[1] === mostFrequent[1] };
}

/** Returns the median; of an even number of values, the mean of the middle two. */
export function computeMedian(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  const halfLength = sortedValues.length / 2;
  return (sortedValues[Math.ceil(halfLength) - 1]! + sortedValues[Math.floor(halfLength)]!) / 2;
}
