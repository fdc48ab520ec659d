import type { LayerVersion } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { toIsoTimestamp } from '../../../data-access/rows/view';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { notFound } from '../../../platform/errors';
import { annotatesOpenItem } from '../jobs/work/blind';
import type { LayerRow } from './open-layer';

/** Maximum number of stored versions of a layer, the work of one user on an item. */
const MAX_VERSIONS = 50;
const VERSION_INTERVAL = sql`interval '1 minute'`;

/**
 * Stores the state of a locked layer before it changes. At most one state per minute is stored, and also the last state before a pause.
 * @param isForced whether the state is stored regardless of its time
 */
export async function saveVersion(trx: Db, layerId: string, isForced = false): Promise<void> {
  const { rows } = await sql`
    insert into item_layer_version (layer_id, workspace_id, version, created, labels, shapes)
    select y.id, y.workspace_id, y.version, y.updated, y.labels, y.shapes from item_layer y
    where y.id = ${layerId} and y.version > 1 and (${isForced} or y.updated < clock_timestamp() - ${VERSION_INTERVAL}
      or not exists (select from item_layer_version v where v.layer_id = y.id and v.created > y.updated - ${VERSION_INTERVAL}))
    returning version`.execute(trx);
  if (rows.length === 0) return;
  await sql`
    delete from item_layer_version where layer_id = ${layerId} and version in (
      select version from item_layer_version where layer_id = ${layerId} order by version desc offset ${MAX_VERSIONS})`.execute(
    trx,
  );
}

/**
 * Lists the earlier versions of a layer, newest first. Throws 404 unless the layer is the caller's, or the caller is a reviewer who
 * does not annotate the image.
 */
export async function listVersions(db: Db, scope: Scope, layerId: string): Promise<LayerVersion[]> {
  const layer = await scope.findRow('item_layer', layerId, { entityName: 'Layer' });
  if (layer.user_id !== scope.caller.id && !(await canReadOthers(db, scope, layer))) throw notFound('Layer');
  const { rows } = await sql<LayerVersion>`
    select version, ${toIsoTimestamp('v.created')} as created, jsonb_array_length(labels) as label_count,
      jsonb_array_length(shapes) as shape_count
    from item_layer_version v where layer_id = ${layer.id} order by version desc`.execute(db);
  return rows;
}

async function canReadOthers(db: Db, scope: Scope, layer: LayerRow): Promise<boolean> {
  if (!scope.isAllowed(layer.workspace_id, 'review')) return false;
  const { rows } = await sql<{ id: string; todo_number: number; image: string }>`
    select j.id, j.todo_number, i.image_id as image from job_item i join annotation_job j on j.id = i.job_id
    where i.id = ${layer.item_id}`.execute(db);
  return rows[0] !== undefined && !(await annotatesOpenItem(db, rows[0], rows[0].image, scope.caller.id));
}

/**
 * Replaces the labels and shapes of a locked layer with those of an earlier version, after storing the current state. Shapes get
 * new versions, so that clients notice the change. Throws 404 if the version is not stored.
 */
export async function restoreVersion(trx: Db, layer: LayerRow, version: number): Promise<void> {
  const savedVersion = await trx
    .selectFrom('item_layer_version')
    .select(['labels', 'shapes'])
    .where('layer_id', '=', layer.id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!savedVersion) throw notFound('Version');
  await saveVersion(trx, layer.id, true);
  const versions = new Map(layer.shapes.map((shape) => [shape.id, shape.version]));
  const shapes = savedVersion.shapes.map((shape) => ({
    ...shape,
    version: Math.max(shape.version, versions.get(shape.id) ?? 0) + 1,
  }));
  await trx
    .updateTable('item_layer')
    .set({
      labels: JSON.stringify(savedVersion.labels),
      shapes: JSON.stringify(shapes),
      version: sql`version + 1`,
      updated: sql`clock_timestamp()`,
    })
    .where('id', '=', layer.id)
    .execute();
}
