import { createIdbStore } from '../store/idb-store';
import type { CallEntry, StoredCall } from '../entries/types';
import { IMAGE, OWNER } from './test-browser';

/** A stored change as release 1.0.0 stores it: a call with a title but without a write. */
type EarlierEntry = Omit<CallEntry, 'write'> & { readonly coalesceKey?: string };

function createEarlierEntry(seq: number, title: string, call: StoredCall, fields: Partial<EarlierEntry> = {}): EarlierEntry {
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

const imageParams = { id: IMAGE };
const objectParams = { id: 'object-1' };

/** One entry for each kind of call that release 1.0.0 can leave unsent. */
export const earlierEntries: readonly EarlierEntry[] = [
  createEarlierEntry(1, 'Add Ripe', {
    key: 'POST /recognition/v2/training-image/{id}/add-label',
    params: imageParams,
    body: { label_id: 'ripe' },
  }),
  createEarlierEntry(2, 'Remove Raw', {
    key: 'POST /recognition/v2/training-image/{id}/remove-label',
    params: imageParams,
    body: { label_id: 'raw' },
  }),
  createEarlierEntry(
    3,
    'Change the value of Size',
    { key: 'POST /recognition/v2/training-image/{id}/update-value', params: imageParams, body: { label_id: 'size', value: 7 } },
    { coalesceKey: 'value:size' },
  ),
  createEarlierEntry(
    4,
    'Add Ripe',
    { key: 'POST /detection/v2/object/{id}/add-label', params: objectParams, body: { label_id: 'ripe' } },
    { shapeId: objectParams.id },
  ),
  createEarlierEntry(
    5,
    'TRAIN image: change to TEST',
    { key: 'POST /recognition/v2/training-image/update', body: { images: [IMAGE], 'mark-test': true } },
    { coalesceKey: 'flag:mark-test' },
  ),
  createEarlierEntry(
    6,
    'REAL background: change to PRODUCT',
    { key: 'POST /recognition/v2/training-image/update', body: { images: [IMAGE], 'unmark-real': true } },
    { coalesceKey: 'flag:mark-real' },
  ),
  createEarlierEntry(
    7,
    'Change the meta data of the image',
    { key: 'PUT /recognition/v2/training-image/{id}', params: imageParams, body: { meta_data: { shelf: 4 } } },
    { coalesceKey: 'image-meta' },
  ),
  createEarlierEntry(
    8,
    'Verify the image',
    { key: 'POST /annotate/v2/verification/', body: { user: OWNER.userId, image_id: IMAGE } },
    { coalesceKey: 'verify' },
  ),
  createEarlierEntry(9, 'Mark the item as done', {
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
