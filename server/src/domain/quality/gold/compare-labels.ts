import type { ShapeMatch } from '../score/match-shapes';
import type { ImageCounts } from '../score/score-image';
import { toBox, type GoldComparison, type GoldDifference } from './differences';
import type { ComparedTask, ItemAnnotations, WorkLabel, WorkShape } from './gold-work';

/** Labels that the gold-standard item and the annotator gave to one image or object. */
interface LabelledTarget {
  expected: readonly WorkLabel[];
  actual: readonly WorkLabel[];
  box: GoldDifference['box'];
}

/** A label of the gold item and the corresponding label of the annotator. One of the two is null if the other label has no counterpart. */
interface LabelPair {
  expected: WorkLabel | null;
  actual: WorkLabel | null;
  box: GoldDifference['box'];
}

/**
 * Compares the recognition labels of the image and of its objects. Each label counts like a shape and matches an equal label. In a task
 * with one label for each image, different labels match, too, and count as a wrong label.
 */
export function compareLabels(
  reference: ItemAnnotations,
  work: ItemAnnotations,
  matches: readonly ShapeMatch[],
  { isSingleLabel }: Pick<ComparedTask, 'isSingleLabel'>,
  imageBox: GoldDifference['box'],
): GoldComparison {
  const targets = [
    { expected: reference.labels, actual: work.labels, box: imageBox },
    ...listObjectTargets(reference.shapes, work.shapes, matches),
  ];
  const pairs = targets.flatMap((target) => pairLabels(target, isSingleLabel));
  const labels = new Set(pairs.flatMap((pair) => (pair.expected ?? pair.actual)?.label ?? []));
  return {
    counts: countPairs(pairs),
    labelCounts: Object.fromEntries(
      [...labels].map((label) => [label, countPairs(pairs.filter((pair) => (pair.expected ?? pair.actual)?.label === label))]),
    ),
    differences: pairs.flatMap(describePair),
  };
}

function listObjectTargets(
  reference: readonly WorkShape[],
  work: readonly WorkShape[],
  matches: readonly ShapeMatch[],
): LabelledTarget[] {
  const matchedIds = new Map(matches.map((match) => [match.reference, match.candidate]));
  const matchedCandidates = new Set(matchedIds.values());
  return [
    ...reference.map((shape, index) => {
      const candidate = matchedIds.get(index);
      return {
        expected: shape.labels ?? [],
        actual: candidate === undefined ? [] : (work[candidate]?.labels ?? []),
        box: toBox(shape),
      };
    }),
    ...work
      .filter((_, index) => !matchedCandidates.has(index))
      .map((shape) => ({ expected: [], actual: shape.labels ?? [], box: toBox(shape) })),
  ];
}

function pairLabels({ expected, actual, box }: LabelledTarget, isSingleLabel: boolean): LabelPair[] {
  const findSameLabel = (labels: readonly WorkLabel[], { label }: WorkLabel) =>
    labels.find((other) => other.label === label) ?? null;
  const matchingPairs = expected.flatMap((label) => {
    const actualLabel = findSameLabel(actual, label);
    return actualLabel ? [{ expected: label, actual: actualLabel, box }] : [];
  });
  const missingLabels = expected.filter((label) => !findSameLabel(actual, label));
  const extraLabels = actual.filter((label) => !findSameLabel(expected, label));
  const wrongCount = isSingleLabel ? Math.min(missingLabels.length, extraLabels.length) : 0;
  return [
    ...matchingPairs,
    ...missingLabels.map((label, index) => ({
      expected: label,
      actual: (index < wrongCount && extraLabels[index]) || null,
      box,
    })),
    ...extraLabels.slice(wrongCount).map((label) => ({ expected: null, actual: label, box })),
  ];
}

function countPairs(pairs: readonly LabelPair[]): ImageCounts {
  const counts: ImageCounts = {
    matched: 0,
    missing: 0,
    extra: 0,
    similarity: 0,
    sameLabel: 0,
    values: 0,
    valueError: 0,
    attributes: 0,
    sameAttributes: 0,
  };
  for (const { expected, actual } of pairs) {
    if (!expected) counts.extra += 1;
    else if (!actual) counts.missing += 1;
    else {
      counts.matched += 1;
      counts.similarity += 1;
      if (expected.label !== actual.label) continue;
      counts.sameLabel += 1;
      if (expected.value === null || actual.value === null) continue;
      counts.values += 1;
      counts.valueError += Math.abs(expected.value - actual.value);
    }
  }
  return counts;
}

function describePair({ expected, actual, box }: LabelPair): GoldDifference[] {
  if (!expected) return [{ kind: 'extra', box, label: actual?.label ?? null }];
  if (!actual) return [{ kind: 'missing', box, label: expected.label }];
  return expected.label === actual.label ? [] : [{ kind: 'wrong_label', box, label: expected.label }];
}
