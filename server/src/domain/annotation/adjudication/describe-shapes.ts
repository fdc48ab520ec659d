import type { MergeShape } from '../../quality/merge/cluster-shapes';
import { toGeometryKey } from '../jobs/completion/adopt-work';

/**
 * Adds details that only the layer has to the shapes of its snapshot: metadata, the source, and the sources of labels. Layer and
 * snapshot have the same order, but the snapshot leaves out shapes whose label was deleted.
 */
export function describeShapes(shapes: readonly MergeShape[], layerShapes: readonly MergeShape[]): MergeShape[] {
  const keys = layerShapes.map(toGeometryKey);
  let position = -1;
  return shapes.map((shape) => {
    const found = keys.indexOf(toGeometryKey(shape), position + 1);
    const stored = layerShapes[found];
    if (!stored) return shape;
    position = found;
    const labels = shape.labels.map((label) => ({ ...stored.labels.find((each) => each.label === label.label), ...label }));
    // A layer leaves out empty metadata, but the adopted shape must not keep the metadata of the shape that it replaces.
    return { ...shape, labels, source: stored.source, ...(shape.label !== null && { meta_data: stored.meta_data ?? {} }) };
  });
}
