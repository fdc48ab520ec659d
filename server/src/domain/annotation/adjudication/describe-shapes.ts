import type { MergeShape } from '../../quality/merge/cluster-shapes';
import { toGeometryKey } from '../jobs/completion/replace-annotations';

/**
 * Adds details that snapshots lack to the shapes of a snapshot: metadata, the source, and the sources of labels. They come from the
 * layer, the work of one user on an item of several users, of which the snapshot is a copy. Both have the same order, but the
 * snapshot leaves out shapes whose label was deleted.
 */
export function describeShapes(shapes: readonly MergeShape[], layerShapes: readonly MergeShape[]): MergeShape[] {
  const keys = layerShapes.map(toGeometryKey);
  let position = -1;
  return shapes.map((shape) => {
    const foundIndex = keys.indexOf(toGeometryKey(shape), position + 1);
    const layerShape = layerShapes[foundIndex];
    if (!layerShape) return shape;
    position = foundIndex;
    const labels = shape.labels.map((label) => ({
      ...layerShape.labels.find((layerLabel) => layerLabel.label === label.label),
      ...label,
    }));
    // A layer leaves out empty metadata, but the replacement shape must not keep the metadata of the shape that it replaces.
    return {
      ...shape,
      labels,
      source: layerShape.source,
      ...(shape.label !== null && { meta_data: layerShape.meta_data ?? {} }),
    };
  });
}
