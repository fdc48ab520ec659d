import type { ModelOrigin } from '@console/shared-contract/api';
import type { AttributeValue } from '@console/shared-contract/shape-attributes';
import { hasSameAttributes } from './content';
import type { Shape, ShapeSource } from '../../editor/model/types';

/** Returns the body fields for the meta data of a new row. Empty if there is no meta data. */
function toMetaBody(metaData: unknown): { meta_data?: unknown } {
  const isEmpty = metaData == null || (typeof metaData === 'object' && Object.keys(metaData).length === 0);
  return isEmpty ? {} : { meta_data: metaData };
}

/** Returns the body fields for the attributes of a new row. Empty if there are no attributes. */
export function toNewAttributesBody({ attributes }: Pick<Shape, 'attributes'>): { attributes?: Record<string, AttributeValue> } {
  return attributes && Object.keys(attributes).length > 0 ? { attributes: { ...attributes } } : {};
}

/** Returns the body fields for changed attributes. Omits unchanged attributes, so that the row keeps their values. */
export function toChangedAttributesBody(
  before: Shape | null,
  after: Pick<Shape, 'attributes'>,
): { attributes?: Record<string, AttributeValue> } {
  const isSame = before ? hasSameAttributes(before, after) : after.attributes === undefined;
  return isSame ? {} : { attributes: { ...after.attributes } };
}

/** Returns the body fields for the origin of a new shape. Empty if the user drew the shape. */
export function toOriginBody({ source, model, score }: Pick<Shape, 'source' | 'model' | 'score'>) {
  const prediction = model === undefined || score === undefined ? {} : { prediction: { model, score } };
  return { ...toSourceBody(source), ...prediction };
}

/** Returns the model and score of a row, which exist until a user changes or verifies it. Older servers do not return them. */
function readModelOrigin({ prediction }: { prediction?: ModelOrigin | null | undefined }): Pick<Shape, 'model' | 'score'> {
  return prediction ?? {};
}

/** Returns the body fields for the origin of a new label or shape. Empty if it is the user's own work. */
export function toSourceBody(source: ShapeSource | undefined): { source?: ShapeSource } {
  return source === undefined ? {} : { source };
}

/** Returns the body fields for the version on which an update is based. Empty if the version is unknown. */
export function toVersionBody(version: number | undefined): { version?: number } {
  return version === undefined ? {} : { version };
}

/** A row of a shape with a label, as the API returns it. Older servers do not return all fields. */
export interface LabelledRow {
  id: string;
  version: number;
  created?: string;
  meta_data: unknown;
  attributes?: Shape['attributes'];
  prediction?: ModelOrigin | null | undefined;
}

/** Converts the fields that all shapes with labels have in common, except label and data. */
export function readLabelledRow({ id, version, created, meta_data, attributes, ...row }: LabelledRow) {
  return {
    id,
    serverId: id,
    version,
    created,
    metaData: meta_data,
    ...(attributes && { attributes }),
    ...readModelOrigin(row),
  };
}

/** Returns the body fields of a new shape with a label, except image, label and data. */
export function toNewRowBody(shape: Pick<Shape, 'attributes' | 'source' | 'model' | 'score'> & { metaData?: unknown }) {
  return { ...toMetaBody(shape.metaData), ...toNewAttributesBody(shape), ...toOriginBody(shape) };
}

/** Returns the body fields of a changed shape with a label, except image, label and data. */
export function toChangedRowBody(
  before: Shape | null,
  after: Pick<Shape, 'attributes'> & { metaData?: unknown },
  version: number | undefined,
) {
  return { meta_data: after.metaData ?? {}, ...toChangedAttributesBody(before, after), ...toVersionBody(version) };
}
