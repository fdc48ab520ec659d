import { api, type CallOptions, type QueryScope } from '@console/shared-auth';
import type { ImageChange, ImageChangePreview, ImageChanges } from '@console/shared-contract/api';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { getChangedIds, toIdBatches, type BulkChanges, type BulkSelectionTarget } from '@console/shared-ui/bulk';
import type { ListQuery } from '../data/filters';
import { bulkMessages } from './bulk-messages';

type ChangeBody = NonNullable<CallOptions<'POST /recognition/v2/training-image/change'>['body']>;
/** The images to change. */
export type ChangeTarget = BulkSelectionTarget<ListQuery>;
/** The result of one call. `label` is the label that the call has added or removed. */
type LabelledChanges = ImageChanges & { label?: string };

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

/**
 * The input of a label change has the ids of several labels. They are changed one after the other, because each label changes
 * other images, which an undo must know.
 */
const LABEL_SEPARATOR = ',';
export const toLabelInput = (labels: readonly string[]): string => labels.join(LABEL_SEPARATOR);
export const parseLabelInput = (input: string): string[] => input.split(LABEL_SEPARATOR);

/** Returns the input of each call for one batch of images: one call for each label. */
export function splitInput(change: ImageChange, input: string, target: ChangeTarget): readonly string[] {
  if (INPUTS[change] !== 'label') return [input];
  const filteredLabels = new Set('filter' in target ? target.filter.labels : []);
  // Images without a label of the filter no longer match, so these labels are removed last.
  return parseLabelInput(input).sort((a, b) => Number(filteredLabels.has(a)) - Number(filteredLabels.has(b)));
}

/** The position of a batch: the index of its label, and the position within the images of the label. */
const toBatchPosition = (inputIndex: number, after: string) => `${inputIndex} ${after}`;
function parseBatchPosition(position: string | null): { inputIndex: number; after: string | null } {
  const [inputIndex = '0', after = ''] = position?.split(' ') ?? [];
  return { inputIndex: Number(inputIndex), after: after === '' ? null : after };
}

const toSelection = (target: ChangeTarget) =>
  'ids' in target ? { images: target.ids, skip_gone: true } : { filter: target.filter as ChangeBody['filter'] };

const send = (body: ChangeBody) => api.call('POST /recognition/v2/training-image/change', { body, repeatable: true });

/** What a change would do. `label` is set if the change has labels. */
export type LabelledPreview = ImageChangePreview & { label?: string };

/** Counts what a change would do, separately for each label. */
export async function previewChange(
  change: ImageChange,
  target: ChangeTarget,
  input: string,
  scope: QueryScope,
): Promise<LabelledPreview[]> {
  const previews: LabelledPreview[] = [];
  for (const singleInput of splitInput(change, input, target)) {
    const fields = toFields(change, singleInput);
    const body = { change, ...toSelection(target), ...fields, dry_run: true };
    const { preview } = await api.call('POST /recognition/v2/training-image/change', { body, ...scope });
    if (preview) previews.push({ ...preview, label: fields.label });
  }
  return previews;
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
): BulkChanges<ImageChange, ListQuery, LabelledChanges> => ({
  messages: bulkMessages,
  deletion: { dependentsCall: 'POST /recognition/v2/training-image/dependents', canUndo: false },
  changes: [{ topic: 'images' }, { topic: 'verifications' }, { topic: 'groups' }],
  send: async (change, target, input = '') => {
    const inputs = splitInput(change, input, target);
    const { inputIndex, after } = parseBatchPosition(target.after);
    const fields = toFields(change, inputs[inputIndex] ?? '');
    const { next, ...result } = await send({ change, ...toSelection(target), ...fields, after });
    // The images are deleted even if this fails.
    if (change === 'delete') await onDeleted(result.changed).catch(() => undefined);
    const nextInput = inputIndex + 1 < inputs.length ? toBatchPosition(inputIndex + 1, '') : null;
    return { ...result, label: fields.label, next: next == null ? nextInput : toBatchPosition(inputIndex, next) };
  },
  getUndoCalls: (change, batches, input = '') => {
    if (change === 'delete' || change === 'remove-from-job') return [];
    return [...new Set(batches.map(({ label }) => label))].flatMap((label) => {
      const labelBatches = batches.filter((batch) => batch.label === label);
      return listUndoCalls(change, labelBatches, toFields(change, label ?? input));
    });
  },
});

type UndoableChange = Exclude<ImageChange, 'delete' | 'remove-from-job'>;

/** Returns the calls that undo batches with the same label. They skip images that have been deleted since. */
function listUndoCalls(change: UndoableChange, batches: readonly ImageChanges[], fields: ReturnType<typeof toFields>) {
  if (change === 'remove-label' || change === 'set-meta') {
    const restoring = change === 'set-meta' ? 'set-meta' : 'add-label';
    return toValueBatches(batches).map((before) => () => send({ change: restoring, ...fields, before, skip_gone: true }));
  }
  const inverse = INVERSE_CHANGES[change];
  // Removing an image from a job deletes the work on it, which others may have begun since.
  const options = { skip_gone: true, ...(inverse === 'remove-from-job' ? { keep_started: true } : {}) };
  return toIdBatches(getChangedIds(batches)).map((images) => () => send({ change: inverse, ...fields, images, ...options }));
}
