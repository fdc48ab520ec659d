import type { GoldComparison, GoldDifference } from './differences';
import type { ItemAnnotations } from './gold-work';

/**
 * Compares the members of a group with the members of a gold-standard item. The members are counted for the type of the group in the gold
 * item.
 */
export function compareMembers(gold: ItemAnnotations, work: ItemAnnotations): GoldComparison {
  const [expected, actual] = [listMembers(gold), listMembers(work)];
  const matchedCount = expected.filter((id) => actual.includes(id)).length;
  const [missingCount, extraCount] = [expected.length - matchedCount, actual.length - matchedCount];
  const counts = {
    matched: matchedCount,
    missing: missingCount,
    extra: extraCount,
    similarity: matchedCount,
    sameLabel: matchedCount,
    values: 0,
    valueError: 0,
    attributes: 0,
    sameAttributes: 0,
  };
  const describeDifference = (kind: GoldDifference['kind'], count: number) =>
    Array.from({ length: count }, (): GoldDifference => ({ kind, box: null, label: null }));
  return {
    counts,
    labelCounts: Object.fromEntries(gold.labels.map(({ label }) => [label, counts])),
    differences: [...describeDifference('missing', missingCount), ...describeDifference('extra', extraCount)],
  };
}

const listMembers = ({ members = [] }: ItemAnnotations): string[] => members.map(({ id }) => id);
