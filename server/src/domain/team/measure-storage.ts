import { sql } from 'kysely';
import { FILE_COLUMNS } from '../../platform/database/tables/file-columns';
import type { Db } from '../../platform/database/connection';
import type { FileStore } from '../../platform/files/store';
import { forEachConcurrently } from '../../platform/queue/for-each-concurrently';

const ROWS_PER_PAGE = 1_000;
const CONCURRENT_FILES = 8;

/** The tables with the files of each kind of `StorageUse`. */
const TABLES_BY_KIND = {
  images: ['training_image'],
  products: ['product_image'],
  models: ['recognition_model', 'detection_model', 'segmentation_model'],
} as const;
type FileTable = (typeof TABLES_BY_KIND)[keyof typeof TABLES_BY_KIND][number];

/** Measures files that have not been measured, and adds up the sizes of the files of each workspace. */
export async function measureStorage(db: Db, files: Pick<FileStore, 'stat'>): Promise<void> {
  for (const table of Object.values(TABLES_BY_KIND).flat()) await measureFiles(db, files, table);
  const selectSum = (kind: keyof typeof TABLES_BY_KIND) => sql`coalesce((
    select sum(s.bytes) from (${sql.join(
      TABLES_BY_KIND[kind].map((table) => sql`select key from ${listKeys(table)} where t.workspace_id = w.id`),
      sql` union `,
    )}) f join file_size s on s.file_key = f.key), 0)`;
  const { rows } = await sql<{ id: string }>`select id from workspace`.execute(db);
  for (const { id } of rows)
    await sql`
      insert into storage_use (workspace_id, images, products, models)
      select w.id, ${selectSum('images')}, ${selectSum('products')}, ${selectSum('models')} from workspace w where w.id = ${id}
      on conflict (workspace_id) do update
      set images = excluded.images, products = excluded.products, models = excluded.models, measured = excluded.measured`.execute(
      db,
    );
}

/** SQL of the rows of a table `t` with each `key` of their files. */
const listKeys = (table: FileTable) =>
  sql`${sql.table(table)} t, unnest(array[${sql.join((FILE_COLUMNS[table] ?? []).map((column) => sql.ref(`t.${column}`)))}]) key`;

async function measureFiles(db: Db, files: Pick<FileStore, 'stat'>, table: FileTable): Promise<void> {
  let lastKey = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<{ last: string | null; keys: string[] | null }>`
      with page as materialized (select * from ${sql.table(table)} where id > ${lastKey} order by id limit ${ROWS_PER_PAGE})
      select (select id from page order by id desc limit 1) as last, (
        select array_agg(distinct key) from page t, unnest(array[${sql.join(
          (FILE_COLUMNS[table] ?? []).map((column) => sql.ref(`t.${column}`)),
        )}]) key where not exists (select from file_size s where s.file_key = key) and key is not null) as keys`.execute(db);
    const { last, keys } = rows[0] ?? { last: null, keys: null };
    if (last === null) return;
    lastKey = last;
    const fileSizes: { file_key: string; bytes: number }[] = [];
    await forEachConcurrently(keys ?? [], CONCURRENT_FILES, async (key) => {
      // A missing file gets the size 0 and is not measured again. The file stays missing, because keys are never reused.
      fileSizes.push({ file_key: key, bytes: (await files.stat(key))?.size ?? 0 });
    });
    if (fileSizes.length > 0)
      await sql`
        insert into file_size (file_key, bytes)
        select file_key, bytes from jsonb_to_recordset(${JSON.stringify(fileSizes)}::jsonb) as n(file_key text, bytes bigint)
        on conflict do nothing`.execute(db);
  }
}
