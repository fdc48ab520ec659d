import type { AttachedLabel } from '@console/shared-contract/api';
import { refusedMessages } from '../entries/outbox-messages';
import { boxMessages } from '../../shape-kinds/box/box-messages';
import { storedCall } from '../entries/stored-call';
import type { StoredCall } from '../entries/types';
import type { LabelWrite } from '../entries/write';
import { bodyOf, type WriteKind } from './write-kind';

const IMAGE = 'POST /recognition/v2/training-image/{id}';
const OBJECT = 'POST /detection/v2/object/{id}';
const STORED = /^POST \/(recognition\/v2\/training-image|detection\/v2\/object)\/\{id\}\/(add-label|remove-label|update-value)$/;

function call({ image, object, label, before, after }: LabelWrite): StoredCall {
  const row = object ? OBJECT : IMAGE;
  const id = object?.id ?? image;
  if (!after) return storedCall(`${row}/remove-label`, { id }, { label_id: label.id });
  const body = after.value === null ? { label_id: label.id } : { label_id: label.id, value: after.value };
  return storedCall(before ? `${row}/update-value` : `${row}/add-label`, { id }, body);
}

function withLabel(labels: readonly AttachedLabel[], { label, after }: LabelWrite): AttachedLabel[] {
  const carried = after && { ...label, value: after.value };
  if (!carried) return labels.filter(({ id }) => id !== label.id);
  const isThere = labels.some(({ id }) => id === label.id);
  return isThere ? labels.map((other) => (other.id === label.id ? carried : other)) : [...labels, carried];
}

/** A recognition label put on an image or an object, taken off, or given another value. */
export const label: WriteKind<LabelWrite> = {
  imageId: ({ image }) => image,
  target: ({ image, object, label }) => `label ${object?.id ?? image} ${label.id}`,
  needs: ({ object }) => object?.id ?? null,
  call,
  refusal: ({ label: { name }, object, before, after }) => {
    const words = refusedMessages.label;
    if (!after) return words.removed(name, object?.name);
    return before ? words.changed(name, object?.name) : words.added(name, object?.name);
  },
  // As the specification has it for labels.
  repeats: 2,
  isSettledBy: ({ after }, status) => status === 409 || (after === null && (status === 404 || status === 410)),
  rows: ({ image, object }) => (object ? { object: object.id } : { image }),
  effects: {
    image: (row, write) => ({ ...row, labels: withLabel(row.labels, write) }),
    object: withLabel,
  },
  fromCall: (stored, { imageId, title }) => {
    const [, row, action] = STORED.exec(stored.key) ?? [];
    const { label_id, value } = bodyOf(stored);
    if (!action || typeof label_id !== 'string') return null;
    const number = typeof value === 'number' ? value : null;
    return {
      kind: 'label',
      image: imageId,
      object: row?.startsWith('detection') ? { id: stored.params?.id ?? '', name: boxMessages.name } : undefined,
      // Its name was kept in the title alone.
      label: {
        id: label_id,
        name: title.replace(/^(Add|Remove|Change the value of) /, ''),
        type: number === null ? 'plain' : 'value',
      },
      before: action === 'add-label' ? null : { value: null },
      after: action === 'remove-label' ? null : { value: number },
    };
  },
};
