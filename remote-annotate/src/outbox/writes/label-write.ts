import type { AttachedLabel } from '@console/shared-contract/api';
import { refusedMessages } from '../entries/outbox-messages';
import { toSourceBody } from '../entries/meta-body';
import { getLayerId } from '../entries/work-id';
import { buildStoredCall } from '../entries/stored-call';
import type { StoredCall } from '../entries/types';
import type { LabelWrite } from '../entries/write';
import { getBody, type WriteKind } from './write-kind';
import { boxMessages } from '../../shape-kinds/box/box-messages';

const IMAGE_CALL = 'POST /recognition/v2/training-image/{id}';
const OBJECT_CALL = 'POST /detection/v2/object/{id}';
const STORED_CALL_KEY =
  /^POST \/(recognition\/v2\/training-image|detection\/v2\/object)\/\{id\}\/(add-label|remove-label|update-value)$/;

function buildCall({ image, object, label, before, after }: LabelWrite): StoredCall {
  const layerId = getLayerId(image);
  if (layerId !== null) return buildLayerCall(layerId, { object, label, after });
  const callPrefix = object ? OBJECT_CALL : IMAGE_CALL;
  const id = object?.id ?? image;
  if (!after) return buildStoredCall(`${callPrefix}/remove-label`, { id }, { label_id: label.id });
  const body = { label_id: label.id, ...(after.value !== null && { value: after.value }), ...toSourceBody(after.source) };
  return buildStoredCall(before ? `${callPrefix}/update-value` : `${callPrefix}/add-label`, { id }, body);
}

/**
 * Builds the call for a layer (the work of one user on an image). There is no separate call for the value: adding an existing label sets
 * its value.
 */
function buildLayerCall(id: string, { object, label, after }: Pick<LabelWrite, 'object' | 'label' | 'after'>): StoredCall {
  const body = {
    label_id: label.id,
    ...(after && after.value !== null && { value: after.value }),
    ...toSourceBody(after?.source),
  };
  const action = after ? ('add-label' as const) : ('remove-label' as const);
  if (!object) return buildStoredCall(`POST /annotate/v2/layer/{id}/${action}`, { id }, body);
  return buildStoredCall(`POST /annotate/v2/layer/{id}/shape/{shape_id}/${action}`, { id, shape_id: object.id }, body);
}

function withLabel(labels: readonly AttachedLabel[], { label, after }: LabelWrite): AttachedLabel[] {
  const attachedLabel = after && { ...label, value: after.value };
  if (!attachedLabel) return labels.filter(({ id }) => id !== label.id);
  const isPresent = labels.some(({ id }) => id === label.id);
  return isPresent
    ? labels.map((candidate) => (candidate.id === label.id ? attachedLabel : candidate))
    : [...labels, attachedLabel];
}

/** Adds a recognition label to an image or an object, removes it, or changes its value. */
export const labelWrite: WriteKind<LabelWrite> = {
  imageId: ({ image }) => image,
  target: ({ image, object, label }) => `label ${object?.id ?? image} ${label.id}`,
  dependsOn: ({ object }) => object?.id ?? null,
  buildCall,
  refusalMessage: ({ label: { name }, object, before, after }) => {
    const texts = refusedMessages.label;
    if (!after) return texts.removed(name, object?.name);
    return before ? texts.changed(name, object?.name) : texts.added(name, object?.name);
  },
  // The specification requires two retries for labels.
  maxRepeats: 2,
  isAlreadyApplied: ({ after }, status) => status === 409 || (after === null && (status === 404 || status === 410)),
  rows: ({ image, object }) => (object ? { object: object.id } : { image }),
  effects: {
    image: (row, write) => ({ ...row, labels: withLabel(row.labels, write) }),
    object: withLabel,
  },
  fromCall: (storedCall, { imageId, title }) => {
    const [, row, action] = STORED_CALL_KEY.exec(storedCall.key) ?? [];
    const { label_id, value, source } = getBody(storedCall);
    if (!action || typeof label_id !== 'string') return null;
    const numericValue = typeof value === 'number' ? value : null;
    return {
      kind: 'label',
      image: imageId,
      object: row?.startsWith('detection') ? { id: storedCall.params?.id ?? '', name: boxMessages.name } : undefined,
      // Extract the label's name from the title, because earlier releases did not store it separately.
      label: {
        id: label_id,
        name: title.replace(/^(Add|Remove|Change the value of) /, ''),
        type: numericValue === null ? 'plain' : 'value',
      },
      before: action === 'add-label' ? null : { value: null },
      after: action === 'remove-label' ? null : { value: numericValue, ...(source === 'prediction' && { source }) },
    };
  },
};
