import type { SkeletonTemplate } from '@console/shared-contract/skeleton';

/**
 * The last loaded skeleton templates by label id. The row of a skeleton contains only the id of its label, but painting and
 * editing need the edges and the names of the points.
 */
const templates = new Map<string, SkeletonTemplate>();

/** Stores the templates of loaded labels. Call this before an editor gets the labels. */
export function storeSkeletonTemplates(
  labels: readonly { readonly id: string; readonly skeleton?: SkeletonTemplate | null | undefined }[],
): void {
  for (const { id, skeleton } of labels) {
    if (skeleton) templates.set(id, skeleton);
    else templates.delete(id);
  }
}

/** Returns the template of a label; undefined if the label has none or is not loaded. */
export function getSkeletonTemplate(labelId: string): SkeletonTemplate | undefined {
  return templates.get(labelId);
}
