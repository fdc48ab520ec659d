import type { ChangedKind } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { LOGGED_TABLES } from '../../../platform/database/tables/logged-tables';

/** A reference of a logged table to the column `id` of another table. */
interface ForeignKey {
  column: string;
  table: string;
  /** SQL type of the id, such as `uuid`. */
  type: string;
  /** The reference becomes null when the referenced row is deleted. Otherwise the referring row is deleted with it. */
  isClearedOnDelete: boolean;
}

export interface LoggedTableInfo {
  name: ChangedKind;
  /** The column with the id of the row whose history shows the changes of this table, such as the image of a shape. */
  subject: string;
  /** Columns that identify a row. */
  identity: readonly string[];
  /** Columns that can be written, with the SQL of their default values. */
  columns: ReadonlyMap<string, string | null>;
  /** Columns that contain JSON and are never an SQL null. They can contain a JSON null. */
  jsonColumns: ReadonlySet<string>;
  foreignKeys: readonly ForeignKey[];
}

export type TableCatalog = ReadonlyMap<ChangedKind, LoggedTableInfo>;

/** Reads columns and foreign keys of the logged tables from the database, parents before children. */
export async function readTableCatalog(db: Db): Promise<TableCatalog> {
  const names = LOGGED_TABLES.map(({ name }) => name);
  const columns = await sql<{ table: string; name: string; default: string | null; isJson: boolean }>`
    select c.relname as table, a.attname as name, pg_get_expr(d.adbin, d.adrelid) as default,
      a.attnotnull and a.atttypid = 'jsonb'::regtype as "isJson"
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = any(${names}::regclass[]) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`.execute(db);
  const keys = await sql<ForeignKey & { owner: string }>`
    select owner.relname as owner, a.attname as column, target.relname as table, format_type(a.atttypid, null) as type,
      k.confdeltype = 'n' as "isClearedOnDelete"
    from pg_constraint k join pg_class owner on owner.oid = k.conrelid join pg_class target on target.oid = k.confrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.conrelid = any(${names}::regclass[]) and cardinality(k.conkey) = 1
    order by 1, 2`.execute(db);
  return new Map(
    LOGGED_TABLES.map(({ name, subject = 'id', key = ['id'] }) => {
      const tableColumns = columns.rows.filter((row) => row.table === name);
      const tableInfo = {
        name,
        subject,
        identity: key[0] === 'id' ? ['id'] : [...new Set([subject, ...key])],
        columns: new Map(tableColumns.map((row) => [row.name, row.default])),
        jsonColumns: new Set(tableColumns.filter(({ isJson }) => isJson).map((row) => row.name)),
        foreignKeys: keys.rows.filter(({ owner }) => owner === name),
      };
      return [name, tableInfo];
    }),
  );
}
