import type { ShapeName } from '@console/shared-contract/shape-kinds';
import type { ComparableShape, SimilarityMeasure, SimilarityBox, SimilarityContext, SimilarityFunction } from '../shapes/measure';
import { SHAPE_KINDS } from './registry';

const MEASURES_BY_KIND = Object.fromEntries(SHAPE_KINDS.map(({ name, measure }) => [name, measure])) as Record<
  ShapeName,
  SimilarityMeasure
>;

/**
 * Creates a function that compares shapes by the measure of their kind (ADR 0119). Shapes with different measures have similarity
 * 0. Use one function for all pairs of an image, because it caches the pixels of shapes.
 */
export function createSimilarityFunction({
  templates = new Map(),
  image = null,
}: Partial<SimilarityContext> = {}): SimilarityFunction {
  const functions = new Map(
    [...new Set(Object.values(MEASURES_BY_KIND))].map((measure) => [measure, measure.create({ templates, image })]),
  );
  return (a, b) => {
    const measure = MEASURES_BY_KIND[a.kind];
    return measure === MEASURES_BY_KIND[b.kind] ? (functions.get(measure)?.(a, b) ?? 0) : 0;
  };
}

/** Returns a box around a shape. Shapes whose boxes do not overlap have similarity 0. */
export const computeSimilarityBox = (shape: ComparableShape): SimilarityBox => MEASURES_BY_KIND[shape.kind].getBox(shape);
