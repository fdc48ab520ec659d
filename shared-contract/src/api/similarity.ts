import { z } from 'zod';
import { defineCalls } from './core';
import { CsvUndoTokens, CsvUndoBody, CsvUndoResponse, InvalidRows, SkipInvalid } from './csv';
import { TrainingParams } from './detection';
import {
  Empty,
  ExpectedVersion,
  Id,
  Ids,
  Json,
  storable,
  ListQuery,
  Page,
  QueryBool,
  EditedName,
  ShortName,
  Text,
  WorkspaceBody,
  WorkspaceQuery,
  InBatches,
  NextBatch,
  SkipMissing,
} from './primitives';
import { definePredictRecord } from './predict';
import { GroupChanges, GroupDetail, GroupRow, SimilarityTask, SimilarityType } from './similarity-rows';

const groupFilters = {
  test: QueryBool.optional(),
  empty: QueryBool.optional(),
  type: z.union([Id, z.enum(['none', 'None', 'null'])]).optional(),
  type__name: Text(255).optional(),
  search: Text(255).optional(),
  /** A part of the name, or the complete id. */
  find: Text(255).optional(),
  similarityjob: Id.optional(),
  not_in: QueryBool.optional(),
  /** Number of direct members of all three kinds; 3 means three or more. */
  count: z.coerce.number().int().min(0).max(3).optional(),
  verified: QueryBool.optional(),
  image: Id.optional(),
  object: Id.optional(),
  group: Id.optional(),
};
/** Sort order of groups; `-` means descending. */
export const GroupOrdering = z.enum(['name', '-name', 'type', '-type', 'test', '-test', 'created', '-created']);
export type GroupOrdering = z.output<typeof GroupOrdering>;
export const GroupQuery = z.object({ ...ListQuery, ...groupFilters, ordering: GroupOrdering.optional() });
/** The groups that a CSV file creates and changes, and the errors by line. `applied`: whether the changes were made. */
export const GroupCsvPlan = z.object({
  created: z.array(z.object({ name: z.string(), images: z.number().int() })),
  changed: z.array(z.object({ id: Id, name: z.string(), type: z.boolean(), test: z.boolean(), images: z.number().int() })),
  errors: z.array(z.object({ row: z.number().int(), detail: z.string() })),
  applied: z.boolean(),
  undo: CsvUndoTokens.optional(),
  ...InvalidRows,
});
export type GroupCsvPlan = z.output<typeof GroupCsvPlan>;
/** `withdraw` removes the caller's verification. `restore` restores groups that were deleted in the last 30 days. */
export const GroupChange = z.enum(['verify', 'withdraw', 'test', 'train', 'delete', 'restore']);
export type GroupChange = z.output<typeof GroupChange>;
/** The filters of calls on all matching groups. Strict: otherwise a misspelt filter would match everything. */
export const GroupFilter = z.strictObject({ ...groupFilters });
const TypeRef = z.object({ type_id: Id, ...WorkspaceBody });
const workspaceOnlyQuery = z.object({ ...WorkspaceQuery });
/** Without `answer`, a call that adds or removes members returns the complete group. */
const memberQuery = z.object({ ...WorkspaceQuery, answer: z.enum(['changes']).optional() });
const memberResponse = z.union([GroupChanges, GroupDetail]);
const namedList = z.object({ ...ListQuery, search: Text(255).optional(), task: Id.optional() });
const typeInput = z.union([
  Id,
  z
    .object({ id: Id })
    .loose()
    .transform((type) => type.id),
]);
const groupFields = {
  name: ShortName,
  description: Text().optional(),
  type: typeInput.nullish(),
  test_group: z.boolean().optional(),
};
const members = {
  images: z.object({ images: Ids, ...WorkspaceBody }),
  objects: z.object({ objects: Ids, ...WorkspaceBody }),
  groups: z.object({ groups: Ids, ...WorkspaceBody }),
};
const flag = z.boolean().optional();

const service = 'custom-similarity';
export const similarityCalls = defineCalls({
  'GET /similarity/training/v2/type/': {
    summary: 'Similarity types by name',
    service,
    query: namedList,
    response: Page(SimilarityType),
  },
  'POST /similarity/training/v2/type/': {
    summary: 'Create a similarity type',
    service,
    body: z.object({ name: ShortName, ...WorkspaceBody }),
    response: SimilarityType,
    status: 201,
  },
  'GET /similarity/training/v2/type/{id}': {
    summary: 'One similarity type',
    service,
    query: workspaceOnlyQuery,
    response: SimilarityType,
  },
  'PUT /similarity/training/v2/type/{id}': {
    summary: 'Change a similarity type',
    service,
    query: workspaceOnlyQuery,
    body: z.object({ name: EditedName.optional(), ...WorkspaceBody, ...ExpectedVersion }),
    response: SimilarityType,
  },
  'DELETE /similarity/training/v2/type/{id}': { summary: 'Delete a similarity type', service, query: workspaceOnlyQuery },
  'GET /similarity/training/v2/task/': {
    summary: 'Similarity tasks by name',
    service,
    query: namedList,
    response: Page(SimilarityTask),
  },
  'POST /similarity/training/v2/task/': {
    summary: 'Create a similarity task',
    service,
    body: z.object({
      name: ShortName,
      description: Text().optional(),
      training_params: storable(TrainingParams).optional(),
      ...WorkspaceBody,
    }),
    response: SimilarityTask,
    status: 201,
  },
  'GET /similarity/training/v2/task/{id}': {
    summary: 'One similarity task',
    service,
    query: workspaceOnlyQuery,
    response: SimilarityTask,
  },
  'PUT /similarity/training/v2/task/{id}': {
    summary: 'Change a similarity task',
    service,
    query: workspaceOnlyQuery,
    body: z.object({
      name: EditedName.optional(),
      description: Text().optional(),
      training_params: storable(TrainingParams).optional(),
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: SimilarityTask,
  },
  'DELETE /similarity/training/v2/task/{id}': { summary: 'Delete a similarity task', service, query: workspaceOnlyQuery },
  'POST /similarity/training/v2/task/{id}/add-type': {
    summary: 'Attach a type',
    service,
    body: TypeRef,
    response: SimilarityTask,
  },
  'POST /similarity/training/v2/task/{id}/remove-type': {
    summary: 'Detach a type',
    service,
    body: TypeRef,
    response: SimilarityTask,
  },

  'GET /similarity/training/v2/group/': { summary: 'Groups, by name', service, query: GroupQuery, response: Page(GroupRow) },
  'POST /similarity/training/v2/group/': {
    summary: 'Create a group',
    service,
    body: z.object({ ...groupFields, ...WorkspaceBody }),
    response: GroupDetail,
    status: 201,
  },
  'GET /similarity/training/v2/group/{id}': {
    summary: 'One group with its members',
    service,
    query: workspaceOnlyQuery,
    response: GroupDetail,
  },
  'PUT /similarity/training/v2/group/{id}': {
    summary: 'Change a group',
    service,
    query: workspaceOnlyQuery,
    body: z.object({
      name: EditedName.optional(),
      description: Text().optional(),
      type: typeInput.nullish(),
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: GroupDetail,
  },
  'PATCH /similarity/training/v2/group/{id}': {
    summary: "Change a group's meta data",
    service,
    query: workspaceOnlyQuery,
    body: z.object({
      meta_data: Json.optional(),
      name: EditedName.optional(),
      description: Text().optional(),
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: GroupDetail,
  },
  'DELETE /similarity/training/v2/group/{id}': { summary: 'Delete a group', service, query: workspaceOnlyQuery },
  'POST /similarity/training/v2/group/update': {
    summary: 'Set TRAIN or TEST for many groups',
    service,
    query: workspaceOnlyQuery,
    body: z.object({ groups: Ids.min(1), 'mark-test': flag, 'unmark-test': flag, ...WorkspaceBody }),
    response: z.object({ updated: z.number().int() }),
  },
  'POST /similarity/training/v2/group/change': {
    summary: 'Verify, delete, restore or set TRAIN or TEST for many groups, by id or by filter; returns the changed ids',
    service,
    query: workspaceOnlyQuery,
    body: z
      .object({
        change: GroupChange,
        groups: Ids.optional(),
        filter: GroupFilter.optional(),
        ...InBatches,
        ...SkipMissing,
        ...WorkspaceBody,
      })
      .refine(({ groups, filter }) => (groups === undefined) !== (filter === undefined), 'needs one of: groups, filter')
      .refine(({ change, filter }) => change !== 'restore' || filter === undefined, 'what is deleted matches no filter')
      .refine(({ in_parts, filter }) => !in_parts || filter !== undefined, 'in_parts goes with a filter'),
    response: z.object({ changed: z.array(Id), ...NextBatch }),
  },
  'GET /similarity/training/v2/group/csv': {
    summary: 'Groups that match the filters and their images as CSV: group, type, test, image (file name), image_id',
    service,
    query: z.object({ ...WorkspaceQuery, ...groupFilters }),
    response: z.object({ csv: z.string() }),
  },
  'POST /similarity/training/v2/group/csv': {
    summary: 'Import groups from CSV, or preview the import; an error in any row rejects the file, unless skip_invalid is set',
    service,
    query: workspaceOnlyQuery,
    body: z.object({
      csv: z.string().max(1_500_000),
      dry_run: z.boolean().default(false),
      ...SkipInvalid,
      ...WorkspaceBody,
    }),
    response: GroupCsvPlan,
  },
  'POST /similarity/training/v2/group/csv-undo': {
    summary: 'Undo an import, except for rows that were changed since',
    service,
    body: z.object({ ...CsvUndoBody, ...WorkspaceBody }),
    response: CsvUndoResponse,
  },
  'POST /similarity/training/v2/group/{id}/merge-groups': {
    summary: 'Move the members of other groups into this one and delete them',
    service,
    query: memberQuery,
    body: members.groups,
    response: memberResponse,
  },
  'POST /similarity/training/v2/group/{id}/add-images': {
    summary: 'Add images',
    service,
    query: memberQuery,
    body: members.images,
    response: memberResponse,
  },
  'POST /similarity/training/v2/group/{id}/remove-images': {
    summary: 'Remove images',
    service,
    query: memberQuery,
    body: members.images,
    response: memberResponse,
  },
  'POST /similarity/training/v2/group/{id}/add-objects': {
    summary: 'Add detection objects',
    service,
    query: memberQuery,
    body: members.objects,
    response: memberResponse,
  },
  'POST /similarity/training/v2/group/{id}/remove-objects': {
    summary: 'Remove detection objects',
    service,
    query: memberQuery,
    body: members.objects,
    response: memberResponse,
  },
  'POST /similarity/training/v2/group/{id}/add-groups': {
    summary: 'Add groups; a cycle is refused',
    service,
    query: memberQuery,
    body: members.groups,
    response: memberResponse,
  },
  'POST /similarity/training/v2/group/{id}/remove-groups': {
    summary: 'Remove groups',
    service,
    query: memberQuery,
    body: members.groups,
    response: memberResponse,
  },
  'POST /similarity/training/v2/group/{id}/move-members': {
    summary: 'Move members to another group, or to a new one, in one step',
    service,
    query: workspaceOnlyQuery,
    body: z
      .object({
        to: Id.optional(),
        new_group: z.object({ ...groupFields, type: Id.nullish() }).optional(),
        images: Ids.default([]),
        objects: Ids.default([]),
        groups: Ids.default([]),
        ...WorkspaceBody,
      })
      .refine(({ to, new_group: newGroup }) => (to === undefined) !== (newGroup === undefined), 'needs one of: to, new_group'),
    response: z.object({ from: GroupChanges, to: GroupRow }),
  },
  'PUT /similarity/training/v2/product/{id}': {
    summary: 'Set the type of the group with this id (old name)',
    service,
    body: z.object({ type: typeInput.nullable(), ...WorkspaceBody }),
    response: GroupDetail,
  },
  'POST /similarity/training/v2/descriptor': {
    summary: 'Descriptors of images',
    service,
    prediction: true,
    body: z.object({
      records: z.array(definePredictRecord({})).min(1).max(10, 'has more than 10 records'),
      task_id: Id.optional(),
      task: Id.optional(),
      ...WorkspaceBody,
    }),
    response: Empty,
  },
});
