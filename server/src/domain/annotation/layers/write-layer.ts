import type { LayerShapeBody } from '@console/shared-contract/api';
import { DOMAIN_SERVICES } from '@console/shared-contract/services';
import { sql } from 'kysely';
import { findReferencedRow } from '../../../data-access/rows/references';
import { SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import type { AnyShapeKind } from '../../../data-access/shapes/define-kind';
import type { ImportedShape, LabelRow } from '../../../data-access/shapes/kind';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import type { LayerLabel, StoredLayerShape } from '../../../platform/database/tables/jobs';
import { createFieldError, notFound, createVersionConflict } from '../../../platform/errors';
import { resolveLabelValue, type SentLabel } from '../../recognition/images/labels';
import { messages } from './messages';
import { toLayerShape } from './layer-rows';
import { saveVersion } from './layer-versions';
import type { LayerRow } from './open-layer';

/**
 * Creates or replaces a shape of a locked layer (the user's own annotations of an item). A replaced shape keeps its recognition
 * labels. Throws 404 if the client expects a version of a missing shape, and 409 if the version is not the current one.
 */
export async function putShape(
  trx: Db,
  scope: Scope,
  layer: LayerRow,
  id: string,
  { kind: name, version, workspace: _, ...fields }: LayerShapeBody,
): Promise<StoredLayerShape> {
  const kind = getKind(name);
  const storedShape = layer.shapes.find((shape) => shape.id === id);
  if (kind.label) scope.requireWorkspace(layer.workspace_id, DOMAIN_SERVICES[kind.label.domain]);
  if (storedShape && storedShape.kind !== name) throw createFieldError('kind', messages.kindMismatch(storedShape.kind));
  if (version !== undefined && !storedShape) throw notFound(kind.entityName);
  if (version !== undefined && storedShape && version !== storedShape.version)
    throw createVersionConflict(await toLayerShape(trx, storedShape));
  const validShape = kind.validate(...(await readReferences(trx, scope, layer, kind, fields)));
  const { labels = [], created: createdTime = new Date().toISOString() } = storedShape ?? {};
  const identityFields = { id, version: (storedShape?.version ?? 0) + 1, created: createdTime, labels };
  const shape = { ...identityFields, ...toStoredShape(kind, validShape) };
  const otherShapes = layer.shapes.filter((candidate) => candidate.id !== id);
  // A replaced shape keeps its position, because shapes are in the order of their creation.
  const shapes = storedShape
    ? layer.shapes.map((candidate) => (candidate.id === id ? shape : candidate))
    : [...otherShapes, shape];
  await storeLayer(trx, layer, { shapes });
  return shape;
}

function getKind(name: string): AnyShapeKind {
  const kind = SHAPE_KINDS.find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`unknown kind of shape: ${name}`);
  return kind;
}

type ShapeFields = Omit<LayerShapeBody, 'kind' | 'version' | 'workspace'>;

/** Reads the rows that a new shape refers to, in the form that the method `validate` of the kind of shape expects. */
async function readReferences(
  trx: Db,
  scope: Scope,
  layer: LayerRow,
  { label: labelReference }: AnyShapeKind,
  fields: ShapeFields,
): Promise<Parameters<AnyShapeKind['validate']>> {
  const { rows } = await sql<{ id: string; img_width: number; img_height: number }>`
    select m.id, m.img_width, m.img_height from training_image m join job_item i on i.image_id = m.id
    where i.id = ${layer.item_id}`.execute(trx);
  const image = rows[0];
  if (!image) throw notFound('Image');
  const label = labelReference
    ? await findReferencedRow(
        scope,
        labelReference.table,
        (fields as Record<string, unknown>)[labelReference.field] as string,
        layer.workspace_id,
        {
          field: labelReference.field,
          entityName: 'Label',
        },
      )
    : undefined;
  return [
    { ...fields, image: image.id },
    { image, label: label as LabelRow | undefined },
  ];
}

function toStoredShape(kind: AnyShapeKind, shape: ImportedShape) {
  const { label, data, rotatedBox, mask, meta_data, attributes, prediction, source = prediction && 'prediction' } = shape;
  return {
    kind: kind.name,
    label: kind.label ? label : null,
    name: kind.label ? null : label,
    data,
    rotated_box: rotatedBox ?? null,
    mask: mask ?? null,
    attributes: attributes ?? {},
    meta_data,
    source,
    prediction,
  };
}

/** Deletes a shape of a locked layer. Throws 404 if it does not exist. */
export async function deleteShape(trx: Db, layer: LayerRow, id: string): Promise<void> {
  const shapes = layer.shapes.filter((shape) => shape.id !== id);
  if (shapes.length === layer.shapes.length) throw notFound('Shape');
  await storeLayer(trx, layer, { shapes });
}

/** Changes the recognition labels of an object of a locked layer. */
export async function changeObjectLabels(
  trx: Db,
  layer: LayerRow,
  id: string,
  change: (labels: readonly LayerLabel[]) => LayerLabel[],
): Promise<StoredLayerShape> {
  const storedShape = layer.shapes.find((shape) => shape.id === id);
  if (!storedShape) throw notFound('Object');
  if (storedShape.kind !== 'object') throw createFieldError('shape_id', messages.notAnObject);
  const shape = { ...storedShape, labels: change(storedShape.labels) };
  await storeLayer(trx, layer, { shapes: layer.shapes.map((candidate) => (candidate.id === id ? shape : candidate)) });
  return shape;
}

/** Changes the recognition labels of the image in a locked layer. */
export function changeImageLabels(
  trx: Db,
  layer: LayerRow,
  change: (labels: readonly LayerLabel[]) => LayerLabel[],
): Promise<void> {
  return storeLayer(trx, layer, { labels: change(layer.labels) });
}

/** Returns a function that adds a label or sets its value. A label keeps its value if the client sent none. */
export async function createLabelAddition(
  scope: Scope,
  layer: LayerRow,
  { label_id, value, source }: SentLabel & { label_id: string },
): Promise<(labels: readonly LayerLabel[]) => LayerLabel[]> {
  scope.requireWorkspace(layer.workspace_id, 'recognition');
  const label = await findReferencedRow(scope, 'recognition_label', label_id, layer.workspace_id, {
    field: 'label_id',
    entityName: 'Label',
  });
  const addedLabel = { label: label.id, value: resolveLabelValue(label, value), ...(source && { source }) };
  return (labels) => {
    const isUnchanged = value == null && labels.some((candidate) => candidate.label === label.id);
    return isUnchanged ? [...labels] : [...labels.filter((candidate) => candidate.label !== label.id), addedLabel];
  };
}

/** Returns a function that removes a label. A missing label is not an error: a repeated call must have the same result. */
export async function createLabelRemoval(
  scope: Scope,
  layer: LayerRow,
  labelId: string,
): Promise<(labels: readonly LayerLabel[]) => LayerLabel[]> {
  await scope.requireSameWorkspace('recognition_label', [labelId], layer.workspace_id, {
    field: 'label_id',
    entityName: 'Label',
  });
  return (labels) => labels.filter(({ label }) => label !== labelId);
}

async function storeLayer(
  trx: Db,
  { id }: LayerRow,
  { labels, shapes }: { labels?: readonly LayerLabel[]; shapes?: readonly StoredLayerShape[] },
): Promise<void> {
  await saveVersion(trx, id);
  await trx
    .updateTable('item_layer')
    .set({
      ...(labels && { labels: JSON.stringify(labels) }),
      ...(shapes && { shapes: JSON.stringify(shapes) }),
      version: sql`version + 1`,
      updated: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
}
