import { z } from 'zod';
import { SHAPE_TABLES } from '../../shape-kinds';
import { defineCalls } from '../base/core';
import { MAX_IDS_PER_CALL } from '../../limits';
import { Permission } from '../base/roles';
import {
  Id,
  QueryBool,
  QueryDate,
  StoredJson,
  Text,
  Timestamp,
  WorkspaceBody,
  WorkspaceOnlyQuery,
  WorkspaceQuery,
} from '../base/primitives';

/**
 * Origin of a change. `console`: a user in the console. `token`: a program with an API token. `work`: background work such as an import.
 * `operator`: a command of the operator. `server`: the server itself. `oidc`: the user's groups at the identity provider.
 */
export const ChangeOrigin = z.enum(['console', 'token', 'work', 'operator', 'server', 'oidc']);
export type ChangeOrigin = z.output<typeof ChangeOrigin>;

/** Kinds of rows with a history. They are named after the server's tables. */
export const ChangedKind = z.enum([
  ...['training_image', 'image_verification', 'image_label', 'object_label'],
  ...SHAPE_TABLES,
  ...['recognition_task', 'recognition_label', 'recognition_task_label', 'recognition_model'],
  ...['detection_task', 'detection_label', 'detection_task_label', 'detection_label_recognition_task'],
  ...['detection_task_negative_image', 'detection_model'],
  ...['segmentation_task', 'segmentation_label', 'segmentation_task_label', 'segmentation_model'],
  ...['similarity_type', 'similarity_task', 'similarity_task_type', 'similarity_group'],
  ...['group_image', 'group_object', 'group_group', 'similarity_verification', 'flow'],
  ...['annotation_job', 'job_recognition_task', 'job_assignee', 'job_item', 'item_work', 'job_remark'],
  ...['comment_thread', 'comment'],
  ...['product_collection', 'product_set', 'product', 'product_image', 'price', 'price_source', 'grade_company'],
  'membership',
  'quality_settings',
  'quality_target',
  'training_rule',
  'item_adjudication',
] as const);
export type ChangedKind = z.output<typeof ChangedKind>;

const ChangeId = z.number().int();

const Operation = z.enum(['insert', 'update', 'delete']);

/** A change set: all changes of one action, such as a request or a step of an import. */
export const ChangeSetReference = z.object({
  id: ChangeId,
  created: Timestamp,
  /** The user who made the changes. Null if no user was involved. The name is null for a deleted user. */
  user: z.object({ id: Id, username: z.string().nullable() }).nullable(),
  origin: ChangeOrigin,
  /** Name of the API token, for the origin `token`. Null for the token that every user has. */
  token: z.string().nullish(),
  /** The API operation, such as `POST /detection/v2/object/`, or the kind of background work. */
  action: z.string().nullable(),
  /** The background work that made the changes. */
  work: Id.nullable(),
  /** Whether the change log contains no entries for the created rows. This is the case for imports, for example. */
  summarized: z.boolean(),
  kinds: z.array(ChangedKind),
  /** Whether `POST /history/v2/undo` can undo the change set. */
  can_undo: z.boolean(),
  /** The change set that this change set undoes. */
  undoes: ChangeId.nullable(),
  /** The change set that has undone this change set, unless that undo was itself undone. */
  undone_by: ChangeId.nullable(),
});
export type ChangeSetReference = z.output<typeof ChangeSetReference>;

export const ChangeSet = ChangeSetReference.extend({
  /** The row (such as an image) to whose history all entries belong. Null if they belong to the histories of several rows. */
  subject: z.string().nullable(),
  /** Number of entries by kind and operation. Empty if the change set is summarized and has only created rows. */
  changes: z.array(z.object({ kind: ChangedKind, operation: Operation, count: z.number().int() })),
  /** The permission that undoing the change set needs. Missing in responses of older servers. */
  undo_permission: Permission.optional(),
});
export type ChangeSet = z.output<typeof ChangeSet>;

export const Change = z.object({
  id: ChangeId,
  change_set: ChangeSetReference,
  kind: ChangedKind,
  /** The row whose history contains this entry, for example the image of a shape. */
  subject: z.string(),
  /** Id of the changed row. For a row without an id, the ids of the two rows that it links, separated by a colon. */
  row: z.string(),
  operation: Operation,
  /** The deleted row, or the previous values of the changed columns. Columns with storage keys of files are left out. */
  before: StoredJson.nullable(),
  /** The created row, or the new values of the changed columns. Columns with storage keys of files are left out. */
  after: StoredJson.nullable(),
});
export type Change = z.output<typeof Change>;

/** An existing row whose id occurs in the history. */
export const NamedRow = z.object({
  kind: z.enum([
    'training_image',
    'recognition_label',
    'detection_label',
    'segmentation_label',
    'recognition_task',
    'detection_task',
    'segmentation_task',
    'similarity_task',
    'similarity_type',
    'similarity_group',
    'flow',
    'product_set',
    'product',
    'image_job',
    'similarity_job',
    'user',
  ]),
  /** The current name of the row; null if the row has no name. */
  name: z.string().nullable(),
});
export type NamedRow = z.output<typeof NamedRow>;

/** Identifies a row in the change log. */
export const RowReference = Change.pick({ kind: true }).extend({ subject: Text(80), row: Text(80) });
export type RowReference = z.output<typeof RowReference>;

const ConflictingField = z.object({
  /** Name of the column. For a value of the meta data: `meta_data.` followed by its key. */
  field: z.string(),
  before: StoredJson,
  after: StoredJson,
  current: StoredJson,
});
export type ConflictingField = z.output<typeof ConflictingField>;

/**
 * Why a row was not, or only partly, restored. `changed`: fields were changed again later. `missing`: the row, or a row that it refers to,
 * was deleted later. `used`: rows that were created later refer to it. `taken`: the row would conflict with another row, for
 * example by the same name. `confirmation`: only the user who verified the row or marked it as done can undo this. `expired`: its
 * files were deleted `TRASH_DAYS` after the row. `owner`: the member owns the workspace, which only a transfer of the ownership
 * changes. `left`: the user left the workspace, or the identity provider ended the membership, so a new invitation is necessary.
 */
export const UndoConflictReason = z.enum(['changed', 'missing', 'used', 'taken', 'confirmation', 'expired', 'owner', 'left']);
export type UndoConflictReason = z.output<typeof UndoConflictReason>;

export const UndoConflict = RowReference.extend({
  reason: UndoConflictReason,
  /** The conflicting fields, for the reason `changed`. */
  fields: z.array(ConflictingField),
});
export type UndoConflict = z.output<typeof UndoConflict>;

/** Result of restoring deleted rows or an earlier version of a row. */
export const RestoreResult = z.object({
  /** Id of the change set of the undo, which can itself be undone. Null if nothing was changed. */
  change_set: ChangeId.nullable(),
  /** Number of rows that were restored, changed back or deleted. */
  undone: z.number().int(),
  conflict_count: z.number().int(),
  /** The first conflicts. */
  conflicts: z.array(UndoConflict),
  /**
   * Id of the background work that restores very many changes, completely or not at all. `GET /history/v2/undo/{id}` returns
   * the result. Null or missing if the restore is complete.
   */
  pending: Id.nullish(),
});
export type RestoreResult = z.output<typeof RestoreResult>;

export const UndoResult = RestoreResult.extend({
  /** Id of the change set that was undone, completely or partly. */
  undoes: ChangeId,
  /** The background work that undoes an import step by step. Null for all other change sets. */
  work: Id.nullable(),
});
export type UndoResult = z.output<typeof UndoResult>;

const HistoryQuery = {
  ...WorkspaceQuery,
  /** Only entries before this id: the `next` of the previous page. */
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};
const HistoryPage = <T extends z.ZodType>(entry: T) =>
  z.object({
    results: z.array(entry),
    next: ChangeId.nullable(),
    /** The rows whose ids occur in the results, by id. Deleted rows are missing. */
    names: z.record(z.string(), NamedRow),
  });

export const historyCalls = defineCalls({
  'GET /history/v2/set/': {
    coversWorkspace: true,
    summary: 'What was done in a workspace, newest first',
    query: z.object({
      ...HistoryQuery,
      user: Id.optional(),
      /** Only changes of users who are no longer members. */
      former_members: QueryBool.optional(),
      origin: ChangeOrigin.optional(),
      kind: ChangedKind.optional(),
      created_after: QueryDate.optional(),
      created_before: QueryDate.optional(),
    }),
    response: HistoryPage(ChangeSet),
  },
  'GET /history/v2/change/': {
    coversWorkspace: true,
    summary: 'The changes of one row and of the rows that belong to it, or of one change set, newest first',
    query: z
      .object({
        ...HistoryQuery,
        subject: Text(80).optional(),
        /** Only changes of this row and of rows that belong to it, for example one object of the image in `subject`. */
        row: Text(80).optional(),
        change_set: z.coerce.number().int().positive().optional(),
      })
      .refine((query) => (query.subject === undefined) !== (query.change_set === undefined), {
        message: 'is required, unless change_set is given',
        path: ['subject'],
      })
      .refine((query) => query.row === undefined || query.subject !== undefined, {
        message: 'must come with subject',
        path: ['row'],
      }),
    response: HistoryPage(Change),
  },
  'POST /history/v2/undo': {
    coversWorkspace: true,
    permission: 'annotate',
    summary: 'Undoes a change set, or some of its rows, without overwriting later changes',
    body: z
      .object({
        ...WorkspaceBody,
        change_set: z.number().int().positive().optional(),
        /** Instead of `change_set`: the UUID that the caller has sent in the header `Change-Set`. */
        key: Id.optional(),
        /** Only these rows, and deleted rows that belong to them. Default: all rows of the change set. */
        rows: z.array(RowReference).min(1).max(MAX_IDS_PER_CALL).optional(),
        /** Overwrites later changes and deletes rows that are in use. */
        overwrite: z.boolean().default(false),
        /** Only returns what the undo would do. */
        dry_run: z.boolean().default(false),
      })
      .refine((body) => (body.change_set === undefined) !== (body.key === undefined), {
        message: 'is required, unless key is given',
        path: ['change_set'],
      }),
    response: UndoResult,
  },
  'GET /history/v2/undo/{id}': {
    coversWorkspace: true,
    summary: 'The result of an undo that is long work; 409 until it is done',
    query: WorkspaceOnlyQuery,
    response: RestoreResult,
  },
});
