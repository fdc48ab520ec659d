import type { ApiCallKey } from '@console/shared-contract/api';
import { DOMAIN_SERVICES } from '@console/shared-contract/services';
import { SHAPE_KINDS, type LabelledShapeKind } from '@console/shared-contract/shape-kinds';
import type { LabelledShape, Shape, ShapeTypes } from '../editor/model/types';
import { isRecord } from '../outbox/entries/is-record';
import { type LabelledRow, readLabelledRow, toChangedRowBody, toNewRowBody } from '../outbox/entries/meta-body';
import { readKnownLabels } from '../outbox/entries/row-identity';
import type { ShapeCalls } from '../outbox/entries/shape-calls';
import { buildStoredCall } from '../outbox/entries/stored-call';
import type { StoredCall } from '../outbox/entries/types';

/** Converts between the coordinates of a shape and the fields of its row in the API. */
interface DataFormat<KindShape extends Shape> {
  /** Returns the coordinates of a row, or null if they are invalid. */
  read: (row: Record<string, unknown>) => KindShape['data'] | null;
  /** Returns the fields for the coordinates. `before` is missing for a new row. */
  toBody: (data: KindShape['data'], before?: KindShape | null) => object;
}

/** For kinds whose coordinates are the list of numbers in the field `data`. */
const PLAIN_FORMAT: DataFormat<Shape> = {
  read: ({ data }) => (Array.isArray(data) ? data : null),
  toBody: (data) => ({ data: [...data] }),
};

/** Returns the API calls for a kind of shapes with labels. */
export function createLabelledCalls<Kind extends LabelledShapeKind>(
  kind: Kind,
  format: DataFormat<ShapeTypes[Kind]> = PLAIN_FORMAT as unknown as DataFormat<ShapeTypes[Kind]>,
  hasRecognitionLabels = false,
): ShapeCalls<ShapeTypes[Kind]> {
  type KindShape = ShapeTypes[Kind];
  const { path, domain } = SHAPE_KINDS[kind];
  const labelField = `${domain}_label`;
  // All kinds have these calls under their own path; only the fields of the bodies differ.
  const buildCall = (key: string, id?: string, body?: object): StoredCall =>
    buildStoredCall(key as 'PUT /segmentation/v2/polygon/{id}/', id === undefined ? (undefined as never) : { id }, body as never);
  const toFields = (imageId: string, labelId: string) => ({ image: imageId, [labelField]: labelId });
  return {
    service: DOMAIN_SERVICES[domain],
    bulkKey: `POST ${path}/bulk` as ApiCallKey,
    // One call can write the coordinates together with the label and meta data.
    writesOneField: false,
    hasRecognitionLabels,
    fromRow: (row) => {
      const label = isRecord(row) ? row[labelField] : null;
      if (!isRecord(row) || typeof row.id !== 'string' || !isRecord(label)) return null;
      const data = format.read(row);
      if (!data) return null;
      // `readKnownLabels` returns no labels if the row does not contain the field.
      return {
        kind,
        ...readLabelledRow(row as unknown as LabelledRow),
        labelId: label.id,
        data,
        ...(hasRecognitionLabels && readKnownLabels(row)),
      } as unknown as KindShape;
    },
    toRead: (id) => buildCall(`GET ${path}/{id}`, id),
    toCreate: (shape, image) => {
      const labelledShape = shape as LabelledShape;
      return buildCall(`POST ${path}/`, undefined, {
        ...toFields(image, labelledShape.labelId),
        ...format.toBody(shape.data),
        ...toNewRowBody(labelledShape),
      });
    },
    toUpdate: ({ imageId, before, after }, { serverId, version }) => {
      const labelledShape = after as LabelledShape;
      return buildCall(`PUT ${path}/{id}/`, serverId, {
        ...toFields(imageId, labelledShape.labelId),
        ...format.toBody(after.data, before),
        ...toChangedRowBody(before, labelledShape, version),
      });
    },
    toDelete: (id) => buildCall(`DELETE ${path}/{id}`, id),
  };
}
