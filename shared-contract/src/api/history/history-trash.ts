import { z } from 'zod';
import { MAX_PAGE_SIZE, RESTORABLE_KINDS } from '../../limits';
import { defineCalls } from '../base/core';
import { ChangedKind, RestoreResult, RowReference } from './history';
import { Permission } from '../base/roles';
import { Id, Text, Timestamp, WorkspaceBody, WorkspaceQuery } from '../base/primitives';

/** Kinds of rows on the page "Recently deleted". Other rows are restored together with the row that they belong to. */
export const RestorableKind = ChangedKind.extract(RESTORABLE_KINDS);
export type RestorableKind = z.output<typeof RestorableKind>;

const ChangeId = z.number().int();

/** Identifies a deletion: the row, and the user action (change set) that deleted it. */
export const DeletedRowReference = RowReference.extend({ kind: RestorableKind, change_set: ChangeId.positive() });
export type DeletedRowReference = z.output<typeof DeletedRowReference>;

export const DeletedRow = DeletedRowReference.extend({
  /** Id of the deletion in the change log. */
  id: ChangeId,
  /** The name of the row, or of the label of a shape. Null if it has none. */
  name: z.string().nullable(),
  /** URL of the thumbnail of an image, or of the image of a shape. */
  thumb: z.string().nullable(),
  deleted: Timestamp,
  /** The user who deleted the row. Null if no user was involved. The name is null for a former member. */
  user: z.object({ id: Id, username: z.string().nullable() }).nullable(),
  /** Number of days for which the row can still be restored. */
  days_left: z.number().int(),
  /** Rows that were deleted with this row and are restored with it. */
  included: z.array(z.object({ kind: ChangedKind, count: z.number().int() })),
  /** The permission that restoring this row needs. Missing in responses of older servers. */
  restore_permission: Permission.optional(),
});
export type DeletedRow = z.output<typeof DeletedRow>;

export const trashCalls = defineCalls({
  'GET /history/v2/deleted/': {
    coversWorkspace: true,
    summary: 'Deleted rows that can be restored, newest deletion first',
    query: z.object({
      ...WorkspaceQuery,
      kind: RestorableKind.optional(),
      user: Id.optional(),
      /** Part of the name, in any case. */
      search: Text(255).optional(),
      /** Only deletions before this id: the `next` of the previous page. */
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    /** A page can be empty or have fewer rows than `limit`, although `next` is not null. */
    response: z.object({
      results: z.array(DeletedRow),
      next: ChangeId.nullable(),
      /** Number of days for which deleted rows can be restored: 30, or less if the server deletes the change log earlier. */
      days: z.number().int(),
    }),
  },
  'POST /history/v2/restore': {
    coversWorkspace: true,
    permission: 'annotate',
    summary: 'Restores deleted rows with the rows that were deleted with them',
    body: z.object({
      ...WorkspaceBody,
      rows: z.array(DeletedRowReference).min(1).max(MAX_PAGE_SIZE),
      /** Only returns what would be restored. */
      dry_run: z.boolean().default(false),
    }),
    response: RestoreResult,
  },
});
