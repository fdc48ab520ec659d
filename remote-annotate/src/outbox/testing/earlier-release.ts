import { createIdbStore } from '../store/idb-store';
import type { CallEntry, StoredCall } from '../entries/types';
import { IMAGE, OWNER } from './test-browser';

/** A stored change as release 1.0.0 stores it: a call with a title but without a write. */
type EarlierEntry = Omit<CallEntry, 'write'> & { readonly coalesceKey?: string };

function entry(seq: number, title: string, call: StoredCall, fields: Partial<EarlierEntry> = {}): EarlierEntry {
  return {
    ...OWNER,
    id: `earlier-${seq}`,
    scope: `${OWNER.userId}/${OWNER.workspaceId}`,
    imageId: IMAGE,
    seq,
    revision: 1,
    key: `key-${seq}`,
    createdAt: Date.UTC(2025, 10, 1),
    attempts: 0,
    sealed: null,
    problem: null,
    op: 'call',
    shapeId: null,
    title,
    call,
    ...fields,
  };
}

const image = { id: IMAGE };
const object = { id: 'object-1' };

/** One entry for each kind of call that release 1.0.0 can leave unsent. */
export const earlierEntries: readonly EarlierEntry[] = [
  entry(1, 'Add Ripe', { key: 'POST /recognition/v2/training-image/{id}/add-label', params: image, body: { label_id: 'ripe' } }),
  entry(2, 'Remove Raw', {
    key: 'POST /recognition/v2/training-image/{id}/remove-label',
    params: image,
    body: { label_id: 'raw' },
  }),
  entry(
    3,
    'Change the value of Size',
    { key: 'POST /recognition/v2/training-image/{id}/update-value', params: image, body: { label_id: 'size', value: 7 } },
    { coalesceKey: 'value:size' },
  ),
  entry(
    4,
    'Add Ripe',
    { key: 'POST /detection/v2/object/{id}/add-label', params: object, body: { label_id: 'ripe' } },
    { shapeId: object.id },
  ),
  entry(
    5,
    'TRAIN image: change to TEST',
    { key: 'POST /recognition/v2/training-image/update', body: { images: [IMAGE], 'mark-test': true } },
    { coalesceKey: 'flag:mark-test' },
  ),
  entry(
    6,
    'REAL background: change to PRODUCT',
    { key: 'POST /recognition/v2/training-image/update', body: { images: [IMAGE], 'unmark-real': true } },
    { coalesceKey: 'flag:mark-real' },
  ),
  entry(
    7,
    'Change the meta data of the image',
    { key: 'PUT /recognition/v2/training-image/{id}', params: image, body: { meta_data: { shelf: 4 } } },
    { coalesceKey: 'image-meta' },
  ),
  entry(
    8,
    'Verify the image',
    { key: 'POST /annotate/v2/verification/', body: { user: OWNER.userId, image_id: IMAGE } },
    { coalesceKey: 'verify' },
  ),
  entry(9, 'Mark the item as done', {
    key: 'POST /annotate/v2/imagejob/{id}/mark-done',
    params: { id: 'j1' },
    body: { items: [IMAGE] },
  }),
];

/** Stores the entries in the database as release 1.0.0 does. */
export async function storeEarlierEntries(entries: readonly EarlierEntry[] = earlierEntries): Promise<void> {
  const store = createIdbStore();
  await store.transact(`${OWNER.userId}/${OWNER.workspaceId}`, async (tx) => {
    for (const storedEntry of entries) await tx.put(storedEntry);
  });
  store.close();
}
