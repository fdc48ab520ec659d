import type { AttributeValue } from '@console/shared-contract/shape-attributes';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import { computeSimilarityBox, createSimilarityFunction } from '../../../data-access/shape-kinds/shape-similarity';
import type { SimilarityBox, SimilarityFunction } from '../../../data-access/shapes/measure';
import { matchShapes, type ShapeMatch } from '../score/match-shapes';
import { countMatches, type ScoredShape } from '../score/score-image';
import { compareLabels } from './compare-labels';
import { compareMembers } from './compare-members';
import { toBox, type GoldComparison, type GoldDifference } from './differences';
import { selectTaskWork, type ComparedTask, type ItemAnnotations, type WorkShape } from './gold-work';

export interface ComparedImage {
  width: number;
  height: number;
}

const MIN_SIMILARITY = 0.5;
/** Two shapes with at least this similarity show the same object, but one of them is misplaced. */
const MIN_MISPLACED_SIMILARITY = 0.1;

/**
 * Compares the work of an annotator with the known correct result of a gold item. Shapes are matched regardless of their labels
 * (ADR 0118) by the similarity of their kind (ADR 0119), points by their distance. Members of groups are compared by their ids.
 */
export function compareWithGold(
  gold: ItemAnnotations,
  work: ItemAnnotations,
  task: ComparedTask,
  image: ComparedImage,
  templates: ReadonlyMap<string, SkeletonTemplate>,
): GoldComparison {
  if (task.domain === 'similarity') return compareMembers(gold, work);
  const [reference, candidate] = [selectTaskWork(gold, task), selectTaskWork(work, task)];
  const getSimilarity = createGoldSimilarity(image, templates);
  if (task.domain === 'recognition') {
    const matches = matchShapes(reference.shapes, candidate.shapes, getSimilarity, MIN_SIMILARITY);
    return compareLabels(reference, candidate, matches, task, [0, 0, image.width, image.height]);
  }
  // Points are compared only if the gold item has points, because not every job asks for points.
  const hasPoints = reference.shapes.some(({ kind }) => kind === 'point');
  const shapes = hasPoints ? candidate.shapes : candidate.shapes.filter(({ kind }) => kind !== 'point');
  return compareShapes(reference.shapes, shapes, getSimilarity);
}

function compareShapes(
  reference: readonly WorkShape[],
  work: readonly WorkShape[],
  getSimilarity: SimilarityFunction,
): GoldComparison {
  const [scoredReference, scoredWork] = [reference.map(toScoredShape), work.map(toScoredShape)];
  const matches = matchShapes(reference, work, getSimilarity, MIN_SIMILARITY);
  return {
    counts: countMatches(scoredReference, scoredWork, matches),
    labelCounts: countByLabel(scoredReference, scoredWork, matches),
    differences: listDifferences(reference, work, matches, getSimilarity),
  };
}

function countByLabel(
  reference: readonly ScoredShape[],
  work: readonly ScoredShape[],
  matches: readonly ShapeMatch[],
): GoldComparison['labelCounts'] {
  const matchedCandidates = new Set(matches.map(({ candidate }) => candidate));
  const extraShapes = work.filter((_, index) => !matchedCandidates.has(index));
  const labels = new Set([...reference, ...extraShapes].flatMap(({ label }) => label ?? []));
  return Object.fromEntries(
    [...labels].map((label) => {
      const matchesOfLabel = matches.filter((match) => reference[match.reference]?.label === label);
      // Select the matched shapes and the extra shapes of the label, so that the counts contain only this label.
      const referenceIndexes = reference.flatMap((shape, index) => (shape.label === label ? [index] : []));
      const candidateIndexes = [
        ...matchesOfLabel.map(({ candidate }) => candidate),
        ...work.flatMap((shape, index) => (shape.label === label && !matchedCandidates.has(index) ? [index] : [])),
      ];
      const selectAt = <T>(items: readonly T[], positions: readonly number[]) => positions.map((position) => items[position]!);
      const reindexedMatches = matchesOfLabel.map((match) => ({
        ...match,
        reference: referenceIndexes.indexOf(match.reference),
        candidate: candidateIndexes.indexOf(match.candidate),
      }));
      return [label, countMatches(selectAt(reference, referenceIndexes), selectAt(work, candidateIndexes), reindexedMatches)];
    }),
  );
}

function listDifferences(
  reference: readonly WorkShape[],
  work: readonly WorkShape[],
  matches: readonly ShapeMatch[],
  getSimilarity: SimilarityFunction,
): GoldDifference[] {
  const [foundReferences, usedCandidates] = [
    new Set(matches.map((match) => match.reference)),
    new Set(matches.map((match) => match.candidate)),
  ];
  const missingShapes = reference.filter((_, index) => !foundReferences.has(index));
  const extraShapes = work.filter((_, index) => !usedCandidates.has(index));
  const misplacedMatches = matchShapes(missingShapes, extraShapes, getSimilarity, MIN_MISPLACED_SIMILARITY);
  const [misplacedReferences, misplacedWork] = [
    new Set(misplacedMatches.map((match) => match.reference)),
    new Set(misplacedMatches.map((match) => match.candidate)),
  ];
  const describeDifference = (kind: GoldDifference['kind'], shape: WorkShape, label = shape.label): GoldDifference => ({
    kind,
    box: toBox(shape),
    label,
  });
  return [
    ...missingShapes.filter((_, index) => !misplacedReferences.has(index)).map((shape) => describeDifference('missing', shape)),
    ...extraShapes.filter((_, index) => !misplacedWork.has(index)).map((shape) => describeDifference('extra', shape)),
    ...misplacedMatches.map(({ reference: index, candidate }) =>
      describeDifference('misplaced', extraShapes[candidate]!, missingShapes[index]!.label),
    ),
    ...matches.flatMap(({ reference: index, candidate }) => {
      const [expected, actual] = [reference[index]!, work[candidate]!];
      return expected.label === actual.label ? [] : [describeDifference('wrong_label', actual, expected.label)];
    }),
  ];
}

/** Numeric attributes count as values. Other attributes and the names of points are compared for equality. */
function toScoredShape({ kind, label, attributes, name }: WorkShape): ScoredShape {
  const values: Readonly<Record<string, AttributeValue>> = { ...(kind === 'point' && { name: name ?? '' }), ...attributes };
  const entries = Object.entries(values);
  return {
    label,
    values: Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number')),
    attributes: Object.fromEntries(entries.filter((entry): entry is [string, string | boolean] => typeof entry[1] !== 'number')),
  };
}

/** Returns a function that compares shapes of any kind. Shapes with distant boxes are not compared by their pixels. */
function createGoldSimilarity(image: ComparedImage, templates: ReadonlyMap<string, SkeletonTemplate>): SimilarityFunction {
  const computeSimilarity = createSimilarityFunction({ templates, image });
  const boxes = new Map<WorkShape, SimilarityBox>();
  const getBox = (shape: WorkShape) => {
    const box = boxes.get(shape) ?? computeSimilarityBox(shape);
    boxes.set(shape, box);
    return box;
  };
  return (a, b) => {
    const [[ax1, ay1, ax2, ay2], [bx1, by1, bx2, by2]] = [getBox(a), getBox(b)];
    return ax1 < bx2 && bx1 < ax2 && ay1 < by2 && by1 < ay2 ? computeSimilarity(a, b) : 0;
  };
}
