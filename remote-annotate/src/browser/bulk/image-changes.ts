import { api, type CallOptions, type QueryScope } from '@console/shared-auth';
import type { ImageChange, ImageChangePreview, ImageChanges } from '@console/shared-contract/api';
import type { BulkChanges, BulkSelectionTarget } from '@console/shared-ui/bulk';
import type { ListQuery } from '../data/filters';
import { bulkMessages } from './bulk-messages';

type ChangeBody = NonNullable<CallOptions<'POST /recognition/v2/training-image/change'>['body']>;
export type ChangeTarget = BulkSelectionTarget<ListQuery>;

/** All changes, in the order of the menu. */
export const IMAGE_CHANGES = Object.keys(bulkMessages.labels) as readonly ImageChange[];

/** The kind of input that a change needs. */
export const INPUT_KINDS: Partial<Readonly<Record<ImageChange, 'label' | 'job' | 'group' | 'meta'>>> = {
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
  /** The new value of the metadata key. Undefined removes the key. */
  value?: unknown;
}

function toChangeFields(change: ImageChange, input: string): Pick<ChangeBody, 'label' | 'job' | 'group' | 'key' | 'value'> {
  const inputKind = INPUT_KINDS[change];
  if (inputKind === undefined) return {};
  return inputKind === 'meta' ? (JSON.parse(input) as MetaInput) : { [inputKind]: input };
}

/** Separates the label ids in the input of a label change. Each call changes one label. */
const LABEL_SEPARATOR = ',';
export const toLabelInput = (labels: readonly string[]): string => labels.join(LABEL_SEPARATOR);
export const parseLabelInput = (input: string): string[] => input.split(LABEL_SEPARATOR);

/** Returns the input of each call for one batch of images: one call for each label. */
function splitInput(change: ImageChange, input: string, target: ChangeTarget): readonly string[] {
  if (INPUT_KINDS[change] !== 'label') return [input];
  const filteredLabels = new Set('filter' in target ? target.filter.labels : []);
  // Remove the labels of the filter last: images without such a label no longer match the filter.
  return parseLabelInput(input).sort((a, b) => Number(filteredLabels.has(a)) - Number(filteredLabels.has(b)));
}

/** Encodes the position of a batch: the index of the current label, and the last image id already processed for this label. */
const toBatchPosition = (inputIndex: number, lastImageId: string) => `${inputIndex} ${lastImageId}`;
function parseBatchPosition(position: string | null): { inputIndex: number; after: string | null } {
  const [inputIndex = '0', after = ''] = position?.split(' ') ?? [];
  return { inputIndex: Number(inputIndex), after: after === '' ? null : after };
}

const toSelectionFields = (target: ChangeTarget) =>
  'ids' in target ? { images: target.ids, skip_gone: true } : { filter: target.filter as ChangeBody['filter'] };

/** The number of images that a change affects. `label` is set if the change has labels. */
export type LabelledPreview = ImageChangePreview & { label?: string };

/** Counts the images that a change would affect, separately for each label. */
export async function previewChange(
  change: ImageChange,
  target: ChangeTarget,
  input: string,
  scope: QueryScope,
): Promise<LabelledPreview[]> {
  const previews: LabelledPreview[] = [];
  for (const singleInput of splitInput(change, input, target)) {
    const fields = toChangeFields(change, singleInput);
    const body = { change, ...toSelectionFields(target), ...fields, dry_run: true };
    const { preview } = await api.call('POST /recognition/v2/training-image/change', { body, ...scope });
    if (preview) previews.push({ ...preview, label: fields.label });
  }
  return previews;
}

/**
 * Bulk changes of images.
 * @param onDeleted called with the ids of deleted images
 */
export const createImageBulkChanges = (
  onDeleted: (ids: readonly string[]) => Promise<void>,
): BulkChanges<ImageChange, ListQuery, ImageChanges> => ({
  messages: bulkMessages,
  deletion: { dependentsCall: 'POST /recognition/v2/training-image/dependents' },
  changes: [{ topic: 'images' }, { topic: 'verifications' }, { topic: 'groups' }],
  send: async (change, target, input = '', options) => {
    const inputs = splitInput(change, input, target);
    const { inputIndex, after } = parseBatchPosition(target.after);
    const fields = toChangeFields(change, inputs[inputIndex] ?? '');
    const { next, ...result } = await api.call('POST /recognition/v2/training-image/change', {
      body: { change, ...toSelectionFields(target), ...fields, after },
      repeatable: true,
      ...options,
    });
    // Ignore failures: the images have been deleted anyway.
    if (change === 'delete') await onDeleted(result.changed).catch(() => undefined);
    const nextInput = inputIndex + 1 < inputs.length ? toBatchPosition(inputIndex + 1, '') : null;
    return { ...result, next: next == null ? nextInput : toBatchPosition(inputIndex, next) };
  },
});
