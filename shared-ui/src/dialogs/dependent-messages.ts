import { mapShapeKinds, SHAPE_KINDS } from '@console/shared-contract/shape-kinds';
import type { DependentKind } from '@console/shared-contract/api';

/** Interface text about rows that a deletion affects. */
export const dependentMessages = {
  counting: 'Counting what this affects…',
  deleted: (rows: string) => `Also deleted: ${rows}.`,
  detached: (rows: string) => `Not deleted, but no longer connected: ${rows}.`,
  blocking: (rows: string) => `This can't be deleted while it has ${rows}. Move or delete them first.`,
  none: 'Nothing else is affected.',
  undoable: 'You can undo this.',
  restorable: (days: number) =>
    `You can undo this, and restore it from Recently deleted for ${days === 1 ? '1 day' : `${days} days`}.`,
  kinds: {
    images: ['image', 'images'],
    ...mapShapeKinds('plural', (name): readonly [string, string] => [name, SHAPE_KINDS[name].plural]),
    verifications: ['verification', 'verifications'],
    labels: ['label', 'labels'],
    negative_labels: ['negative label', 'negative labels'],
    tasks: ['task', 'tasks'],
    types: ['type', 'types'],
    models: ['model', 'models'],
    groups: ['group', 'groups'],
    child_groups: ['group in it', 'groups in it'],
    parent_groups: ['group that contains it', 'groups that contain it'],
    jobs: ['job', 'jobs'],
    job_items: ['job item', 'job items'],
    remarks: ['remark', 'remarks'],
    layers: ['layer of an annotator (cannot be undone)', 'layers of annotators (cannot be undone)'],
    products: ['product', 'products'],
    product_images: ['product image', 'product images'],
    prices: ['price', 'prices'],
    sets: ['set', 'sets'],
    child_sets: ['child set', 'child sets'],
  } satisfies Record<DependentKind, readonly [string, string]>,
};
