import type { ColumnType, Generated } from 'kysely';

/** A JSON column. Reading returns the parsed value. Write text, because the driver would convert arrays to SQL arrays. */
export type Json = ColumnType<unknown, string | undefined, string>;
/** Like `Json`, for a column that may be null. */
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;
export type CreatedTimestamp = Generated<Date>;
export type Version = Generated<number>;

/** Columns of every row of a workspace. */
export interface WorkspaceRow {
  id: Generated<string>;
  workspace_id: string;
}

export interface Link {
  workspace_id: string;
  created: CreatedTimestamp;
}
