import { TRASH_DAYS } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { FILE_COLUMNS } from '../../platform/database/tables/file-columns';
import { deleteFiles } from '../../platform/files/delete-files';
import type { FileStore } from '../../platform/files/store';

const BATCH_SIZE = 5_000;
/** Maximum number of files of one run. */
const MAX_FILES = 200_000;

/**
 * Deletes the files whose rows were deleted more than `TRASH_DAYS` ago, unless a row refers to them again. Files that cannot be
 * deleted remain in the list for the next run.
 */
export async function deleteExpiredFiles(db: Db, files: Pick<FileStore, 'delete'>, now = new Date()): Promise<void> {
  const expiryDate = new Date(now.getTime() - TRASH_DAYS * 86_400_000);
  const { rows } = await sql<{ file_key: string }>`
    select file_key from discarded_file where discarded < ${expiryDate} order by discarded limit ${MAX_FILES}`.execute(db);
  const errors: unknown[] = [];
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = rows.slice(start, start + BATCH_SIZE).map((row) => row.file_key);
    await db
      .transaction()
      .execute((trx) => deleteBatch(trx, files, batch, expiryDate))
      .catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Some discarded files could not be deleted');
}

async function deleteBatch(trx: Db, files: Pick<FileStore, 'delete'>, batch: readonly string[], expiryDate: Date): Promise<void> {
  // Undo locks the rows of `discarded_file` whose files it needs. If undo commits first, `findUsedKeys` finds the restored row and the file
  // is retained. If this transaction commits first, undo finds that the file was deleted.
  const { rows } = await sql<{ file_key: string }>`
    select file_key from discarded_file where file_key = any(${batch}::text[]) and discarded < ${expiryDate}
    order by file_key for update skip locked`.execute(trx);
  const keys = rows.map((row) => row.file_key);
  const usedKeys = await findUsedKeys(trx, keys);
  const unusedKeys = keys.filter((key) => !usedKeys.has(key));
  await deleteFiles(files, unusedKeys);
  await sql`delete from file_size where file_key = any(${unusedKeys}::text[])`.execute(trx);
  await sql`delete from discarded_file where file_key = any(${keys}::text[])`.execute(trx);
}

/** Locks the rows of these files in `discarded_file` until the end of the transaction. Returns the keys of files that were already deleted. */
export async function findExpiredFiles(trx: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ file_key: string }>`
    select file_key from discarded_file where file_key = any(${keys}::text[]) order by file_key for update`.execute(trx);
  const listedKeys = new Set(rows.map((row) => row.file_key));
  return new Set(keys.filter((key) => !listedKeys.has(key)));
}

/** Adds files that can be created again, such as crops, to the list of discarded files. The next run deletes them. */
export async function discardFiles(trx: Db, keys: readonly string[]): Promise<void> {
  await sql`
    insert into discarded_file (file_key, discarded) select unnest(${keys}::text[]), '-infinity' on conflict do nothing`.execute(
    trx,
  );
}

/** Schedules the deletion of a file that no row refers to yet. The file is deleted in a day, unless a row refers to it by then. */
export async function discardUnusedFile(db: Db, key: string): Promise<void> {
  await sql`
    insert into discarded_file (file_key, discarded)
    values (${key}, clock_timestamp() - make_interval(days => ${TRASH_DAYS - 1}))`.execute(db);
}

async function findUsedKeys(trx: Db, keys: readonly string[]): Promise<Set<string>> {
  const usedKeys = new Set<string>();
  if (keys.length === 0) return usedKeys;
  for (const [table, allColumns] of Object.entries(FILE_COLUMNS)) {
    // The column of image thumbnails has no index and needs no check: a trigger removes the thumbnails of restored images from the list.
    const columns = allColumns.filter((column) => table !== 'training_image' || column !== 'thumb_key');
    // Use one statement per column. A single condition for all columns would read every row instead of the indexes of the columns.
    const selectStatements = columns.map((column) => {
      const key = sql.ref(column);
      return sql`select ${key} as key from ${sql.table(table)} where ${key} = any(${keys}::text[])`;
    });
    const { rows } = await sql<{ key: string }>`${sql.join(selectStatements, sql` union all `)}`.execute(trx);
    for (const { key } of rows) usedKeys.add(key);
  }
  return usedKeys;
}
