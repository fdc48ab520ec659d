import type { ModelOrigin } from '@console/shared-contract/api';
import type { AttributeValue } from '@console/shared-contract/shape-attributes';
import { hasSameAttributes } from './content';
import type { Shape, ShapeSource } from '../../editor/model/types';

/** Returns the meta data of a new row as a part of the body; nothing if it is empty. */
function toMetaBody(metaData: unknown): { meta_data?: unknown } {
  const isEmpty = metaData == null || (typeof metaData === 'object' && Object.keys(metaData).length === 0);
  return isEmpty ? {} : { meta_data: metaData };
}

/** Returns the attributes of a new row as a part of the body; nothing if there are none. */
export function toNewAttributesBody({ attributes }: Pick<Shape, 'attributes'>): { attributes?: Record<string, AttributeValue> } {
  return attributes && Object.keys(attributes).length > 0 ? { attributes: { ...attributes } } : {};
}

/** Returns changed attributes as a part of the body. Unchanged attributes are left out, so that the row keeps its values. */
export function toChangedAttributesBody(
  before: Shape | null,
  after: Pick<Shape, 'attributes'>,
): { attributes?: Record<string, AttributeValue> } {
  const isSame = before ? hasSameAttributes(before, after) : after.attributes === undefined;
  return isSame ? {} : { attributes: { ...after.attributes } };
}

/** Returns the origin of a new shape as a part of the body; nothing if the user drew it. */
export function toOriginBody({ source, model, score }: Pick<Shape, 'source' | 'model' | 'score'>) {
  const prediction = model === undefined || score === undefined ? {} : { prediction: { model, score } };
  return { ...toSourceBody(source), ...prediction };
}

/** Returns the model and score of a row, which exist until a user changes or verifies it. Older servers do not return them. */
function readModelOrigin({ prediction }: { prediction?: ModelOrigin | null | undefined }): Pick<Shape, 'model' | 'score'> {
  return prediction ?? {};
}

/** Returns the origin of a new label as a part of the request body. Empty if the user set the label. */
export function toSourceBody(source: ShapeSource | undefined): { source?: ShapeSource } {
  return source === undefined ? {} : { source };
}

/** Returns the version that an update builds on as a part of the body; nothing if it is unknown. */
export function toVersionBody(version: number | undefined): { version?: number } {
  return version === undefined ? {} : { version };
}

/** A row of a kind of shapes with labels. Older servers do not send all of its fields. */
export interface LabelledRow {
  id: string;
  version: number;
  created?: string;
  meta_data: unknown;
  attributes?: Shape['attributes'];
  prediction?: ModelOrigin | null | undefined;
}

/** Returns the fields that shapes of all kinds with labels have, apart from label and data. */
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

/** Returns the fields of a new row of a kind with labels, apart from image, label and data. */
export function toNewRowBody(shape: Pick<Shape, 'attributes' | 'source' | 'model' | 'score'> & { metaData?: unknown }) {
  return { ...toMetaBody(shape.metaData), ...toNewAttributesBody(shape), ...toOriginBody(shape) };
}

/** Returns the fields of a changed row of a kind with labels, apart from image, label and data. */
export function toChangedRowBody(
  before: Shape | null,
  after: Pick<Shape, 'attributes'> & { metaData?: unknown },
  version: number | undefined,
) {
  return { meta_data: after.metaData ?? {}, ...toChangedAttributesBody(before, after), ...toVersionBody(version) };
}
