import type { ColumnType, Generated } from 'kysely';

/** JSON as it is stored: read as parsed, written as text so that arrays are not taken for SQL arrays. */
export type Json = ColumnType<unknown, string | undefined, string>;
export type Stamp = Generated<Date>;
export type Version = Generated<number>;

/** What every row of a workspace has. */
export interface WorkspaceRow {
  id: Generated<string>;
  workspace_id: string;
}

export interface Link {
  workspace_id: string;
  created: Stamp;
}

/** A row that was deleted and may be restored, with the rows that referred to it. */
export interface DeletedRowTable {
  id: string;
  workspace_id: string;
  row: Json;
  links: Json;
  deleted_at: Stamp;
  deleted_by: string | null;
}
