import { api, type CallOptions, type QueryScope } from '@console/shared-auth';
import type { ImageChange, ImageChangePreview, ImageChanges } from '@console/shared-contract/api';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { getChangedIds, toIdBatches, type BulkChanges } from '@console/shared-ui/bulk';
import type { ListQuery } from '../data/filters';
import { bulkMessages } from './bulk-messages';

type ChangeBody = NonNullable<CallOptions<'POST /recognition/v2/training-image/change'>['body']>;
/** The images to change. */
export type ChangeTarget = { ids: string[] } | { filter: ListQuery };

/** All changes, in the order of the menu. */
export const IMAGE_CHANGES = Object.keys(bulkMessages.labels) as readonly ImageChange[];

const INVERSE_CHANGES = {
  test: 'train',
  train: 'test',
  real: 'product',
  product: 'real',
  verify: 'withdraw',
  withdraw: 'verify',
  'add-label': 'remove-label',
  'add-to-job': 'remove-from-job',
  'add-to-group': 'remove-from-group',
  'remove-from-group': 'add-to-group',
} as const;

/** The input that a change needs before it can be sent. */
export const INPUTS: Partial<Readonly<Record<ImageChange, 'label' | 'job' | 'group' | 'meta'>>> = {
  'add-label': 'label',
  'remove-label': 'label',
  'add-to-job': 'job',
  'remove-from-job': 'job',
  'add-to-group': 'group',
  'remove-from-group': 'group',
  'set-meta': 'meta',
};

export interface MetaInput {
  key: string;
  /** Undefined removes the key. */
  value?: unknown;
}

function toFields(change: ImageChange, input: string): Pick<ChangeBody, 'label' | 'job' | 'group' | 'key' | 'value'> {
  const name = INPUTS[change];
  if (name === undefined) return {};
  return name === 'meta' ? (JSON.parse(input) as MetaInput) : { [name]: input };
}

const toSelection = (target: ChangeTarget) =>
  'ids' in target ? { images: target.ids, skip_gone: true } : { filter: target.filter as ChangeBody['filter'] };

const send = (body: ChangeBody) => api.call('POST /recognition/v2/training-image/change', { body, repeatable: true });

/** Counts what a change would do. */
export async function previewChange(
  change: ImageChange,
  target: ChangeTarget,
  input: string,
  scope: QueryScope,
): Promise<ImageChangePreview | null> {
  const body = { change, ...toSelection(target), ...toFields(change, input), dry_run: true };
  const { preview = null } = await api.call('POST /recognition/v2/training-image/change', { body, ...scope });
  return preview;
}

/** A call restores at most this many different values and bytes of JSON. The server accepts twice as many. */
const MAX_RESTORED = { values: 500, bytes: 1_000_000 };

/** Splits previous values into batches that fit into one call. */
function toValueBatches(batches: readonly ImageChanges[]): ImageChanges['before'][] {
  const calls: ImageChanges['before'][] = [];
  let size = { ids: 0, bytes: 0 };
  for (const value of batches.flatMap((batch) => batch.before)) {
    const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
    const call = calls.at(-1);
    size = { ids: size.ids + value.images.length, bytes: size.bytes + bytes };
    if (call && call.length < MAX_RESTORED.values && size.ids <= MAX_IDS_PER_CALL && size.bytes <= MAX_RESTORED.bytes) {
      call.push(value);
    } else {
      calls.push([value]);
      size = { ids: value.images.length, bytes };
    }
  }
  return calls;
}

/**
 * Bulk changes of images. Deletions, and removals from a job, which delete the record of the work, cannot be undone.
 * @param onDeleted called with the ids of deleted images
 */
export const createImageBulkChanges = (
  onDeleted: (ids: readonly string[]) => Promise<void>,
): BulkChanges<ImageChange, ListQuery, ImageChanges> => ({
  messages: bulkMessages,
  changes: [{ topic: 'images' }, { topic: 'verifications' }, { topic: 'groups' }],
  send: async (change, target, input = '') => {
    const after = 'filter' in target ? target.after : null;
    const result = await send({ change, ...toSelection(target), ...toFields(change, input), after });
    // The images are deleted even if this fails.
    if (change === 'delete') await onDeleted(result.changed).catch(() => undefined);
    return result;
  },
  // Undo skips images that have been deleted since.
  getUndoCalls: (change, batches, input = '') => {
    const fields = toFields(change, input);
    if (change === 'delete' || change === 'remove-from-job') return [];
    if (change === 'remove-label' || change === 'set-meta') {
      const restoring = change === 'set-meta' ? 'set-meta' : 'add-label';
      return toValueBatches(batches).map((before) => () => send({ change: restoring, ...fields, before, skip_gone: true }));
    }
    const inverse = INVERSE_CHANGES[change];
    // Removing an image from a job deletes the work on it, which others may have begun since.
    const options = { skip_gone: true, ...(inverse === 'remove-from-job' ? { keep_started: true } : {}) };
    return toIdBatches(getChangedIds(batches)).map((images) => () => send({ change: inverse, ...fields, images, ...options }));
  },
});
