import type { ChangedKind } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { discardFiles, findExpiredFiles } from '../../../data-access/rows/discarded-files';
import { findShapeKind } from '../../../data-access/shape-kinds/registry';
import type { Db } from '../../../platform/database/connection';
import { FILE_COLUMNS } from '../../../platform/database/tables/file-columns';
import type { RowValues } from './net-changes';

/** For kinds of rows whose deletion or change affects crops of objects: the column of `detection_object` with the id of such a row. */
const OBJECT_COLUMNS: Partial<Record<ChangedKind, string>> = {
  detection_object: 'id',
  training_image: 'image_id',
  detection_label: 'detection_label_id',
};

/** Returns the positions of rows whose files have been deleted. The files of the other rows are retained. */
export async function findExpiredRows(trx: Db, kind: ChangedKind, rows: readonly RowValues[]): Promise<Set<number>> {
  const listKeys = (row: RowValues) =>
    (FILE_COLUMNS[kind] ?? []).map((column) => row[column]).filter((key) => typeof key === 'string');
  const expired = await findExpiredFiles(trx, rows.flatMap(listKeys));
  return new Set(rows.flatMap((row, index) => (listKeys(row).some((key) => expired.has(key)) ? index : [])));
}

/** Discards the crops of objects that are about to be changed, or deleted with these rows. They are created again on demand. */
export async function discardCrops(trx: Db, kind: ChangedKind, ids: readonly string[]): Promise<void> {
  const column = OBJECT_COLUMNS[kind];
  if (!column) return;
  const { rows } = await sql<{ thumb_key: string }>`
    select thumb_key from detection_object where ${sql.ref(column)} = any(${ids}::uuid[]) and thumb_key is not null`.execute(trx);
  await discardFiles(
    trx,
    rows.map((row) => row.thumb_key),
  );
}

/** Removes restored shapes from the trash, so that they can be deleted again. */
export async function removeFromTrash(trx: Db, kind: ChangedKind, ids: readonly string[]): Promise<void> {
  if (findShapeKind(kind)) await sql`delete from deleted_shape where id = any(${ids}::uuid[])`.execute(trx);
}
