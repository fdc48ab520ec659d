import type { RecognitionLabel } from '@console/shared-contract/api';
import { createId } from '../../../browser/testing';
import { createSuspectRow } from '../../../outbox/testing/writes';

// Suspected errors of an image with one object, which is labelled as a cup.

export const cup = { id: createId(900), name: 'Cup', color: '#00aa88' };
export const plate = { id: createId(22), name: 'Plate', color: '#00aa88' };
export const objectId = createId(31);

export const missingObject = createSuspectRow(createId(1001), {
  said: { label: plate, prob: 0.93, bound_box: [100, 100, 200, 180] },
  sureness: 0.93,
});
export const wrongLabel = createSuspectRow(createId(1002), {
  kind: 'other_label',
  shape: objectId,
  label: cup,
  said: { label: plate, prob: 0.8, bound_box: [0, 0, 41, 40] },
  sureness: 0.8,
});
export const superfluousObject = createSuspectRow(createId(1003), {
  kind: 'superfluous',
  shape: objectId,
  label: cup,
  said: { label: null, prob: null },
  sureness: 0.7,
});
export const misplacedObject = createSuspectRow(createId(1004), {
  kind: 'misplaced',
  shape: objectId,
  label: cup,
  said: { label: cup, prob: 0.9, bound_box: [25, 0, 75, 40] },
  sureness: 0.6,
});

const createRecognitionLabel = (number: number, name: string, fields: Partial<RecognitionLabel> = {}) =>
  ({
    id: createId(number),
    name,
    color: '#00aa88',
    type: 'category',
    min_value: null,
    max_value: null,
    step_value: null,
    ...fields,
  }) as RecognitionLabel;
export const ripe = createRecognitionLabel(51, 'Ripe');
export const raw = createRecognitionLabel(52, 'Raw');
export const sizeLabel = createRecognitionLabel(53, 'Size', { type: 'value', min_value: 0, max_value: 10, step_value: 0.5 });
