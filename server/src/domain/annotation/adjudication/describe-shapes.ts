import type { MergeableShape } from '../../quality/merge/cluster-shapes';
import { toGeometryKey } from '../jobs/completion/replace-annotations';

/**
 * Adds details that a snapshot (a copy of finished work) lacks: metadata, the source, and the sources of labels. They come from the layer
 * (one user's own annotations of an item) that was copied. Both lists have the same order, but the snapshot leaves out shapes whose label
 * was deleted.
 */
export function describeShapes(shapes: readonly MergeableShape[], layerShapes: readonly MergeableShape[]): MergeableShape[] {
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
    // Layers leave out empty metadata. Without this field, the new shape would keep the metadata of the shape that it replaces.
    return {
      ...shape,
      labels,
      source: layerShape.source,
      ...(shape.label !== null && { meta_data: layerShape.meta_data ?? {} }),
    };
  });
}
