import { z } from 'zod';
import { GROUP_RULES } from '../../group-rules';
import { defineServiceCalls } from '../base/core';
import { InvalidRows, SkipInvalid } from '../base/csv';
import { TrainingParams } from '../annotation/detection';
import {
  Empty,
  ExpectedVersion,
  Id,
  Ids,
  Json,
  restrictJson,
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
  WorkspaceOnlyQuery,
  toIdOrRow,
} from '../base/primitives';
import { defineRowCalls, NamedQuery } from '../base/row-calls';
import { groupRuleFields } from '../annotation/quality';
import { definePredictRecord } from '../annotation/predict';
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
  /** Id of a similarity task. Selects groups that violate a rule of the task, or only the rule in `violated_rule`. */
  violations_of: Id.optional(),
  violated_rule: z.enum(GROUP_RULES).optional(),
};
/** Sort order of groups; `-` means descending. */
export const GroupOrdering = z.enum(['name', '-name', 'type', '-type', 'test', '-test', 'created', '-created']);
export type GroupOrdering = z.output<typeof GroupOrdering>;
/** Query parameters of the list of groups. */
export const GroupQuery = z.object({ ...ListQuery, ...groupFilters, ordering: GroupOrdering.optional() });
/** The groups that a CSV file creates and changes, and the errors by line. `applied` is false for a preview. */
export const GroupCsvPlan = z.object({
  created: z.array(z.object({ name: z.string(), images: z.number().int() })),
  changed: z.array(z.object({ id: Id, name: z.string(), type: z.boolean(), test: z.boolean(), images: z.number().int() })),
  errors: z.array(z.object({ row: z.number().int(), detail: z.string() })),
  applied: z.boolean(),
  ...InvalidRows,
});
export type GroupCsvPlan = z.output<typeof GroupCsvPlan>;
/** `withdraw` removes the caller's verification. */
export const GroupChange = z.enum(['verify', 'withdraw', 'test', 'train', 'delete']);
export type GroupChange = z.output<typeof GroupChange>;
/** The filters of calls on all matching groups. Strict: otherwise a misspelt filter would match everything. */
export const GroupFilter = z.strictObject({ ...groupFilters });
const TypeRef = z.object({ type_id: Id, ...WorkspaceBody });
/**
 * Defines a call that changes the members of a group. With `answer: 'changes'` in the request, the response contains only the changes,
 * otherwise the complete group.
 */
const defineMemberCall = <Kind extends 'images' | 'objects' | 'groups'>(summary: string, kind: Kind) => ({
  permission: 'annotate' as const,
  summary,
  query: z.object({ ...WorkspaceQuery, answer: z.enum(['changes']).optional() }),
  body: z.object({ ...({ [kind]: Ids } as Record<Kind, typeof Ids>), ...WorkspaceBody }),
  response: z.union([GroupChanges, GroupDetail]),
});
const typeInput = toIdOrRow(Id);
const groupFields = {
  name: ShortName,
  description: Text().optional(),
  type: typeInput.nullish(),
  test_group: z.boolean().optional(),
};
const flag = z.boolean().optional();

export const similarityCalls = defineServiceCalls('custom-similarity', {
  ...defineRowCalls('/similarity/training/v2/type', {
    noun: 'similarity type',
    row: SimilarityType,
    filters: NamedQuery,
    fields: { name: ShortName },
  }),
  ...defineRowCalls('/similarity/training/v2/task', {
    noun: 'similarity task',
    row: SimilarityTask,
    filters: NamedQuery,
    fields: {
      name: ShortName,
      description: Text().optional(),
      training_params: restrictJson(TrainingParams).optional(),
      ...groupRuleFields,
    },
  }),
  'POST /similarity/training/v2/task/{id}/add-type': {
    permission: 'manage',
    summary: 'Attach a type',
    body: TypeRef,
    response: SimilarityTask,
  },
  'POST /similarity/training/v2/task/{id}/remove-type': {
    permission: 'manage',
    summary: 'Detach a type',
    body: TypeRef,
    response: SimilarityTask,
  },

  'GET /similarity/training/v2/group/': { summary: 'Groups, by name', query: GroupQuery, response: Page(GroupRow) },
  'POST /similarity/training/v2/group/': {
    permission: 'manage',
    summary: 'Create a group',
    body: z.object({ ...groupFields, ...WorkspaceBody }),
    response: GroupDetail,
    status: 201,
  },
  'GET /similarity/training/v2/group/{id}': {
    summary: 'One group with its members',
    query: WorkspaceOnlyQuery,
    response: GroupDetail,
  },
  'PUT /similarity/training/v2/group/{id}': {
    permission: 'manage',
    summary: 'Change a group',
    query: WorkspaceOnlyQuery,
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
    permission: 'manage',
    summary: "Change a group's meta data",
    query: WorkspaceOnlyQuery,
    body: z.object({
      meta_data: Json.optional(),
      name: EditedName.optional(),
      description: Text().optional(),
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: GroupDetail,
  },
  'DELETE /similarity/training/v2/group/{id}': { permission: 'manage', summary: 'Delete a group', query: WorkspaceOnlyQuery },
  'POST /similarity/training/v2/group/update': {
    permission: 'manage',
    summary: 'Set TRAIN or TEST for many groups',
    query: WorkspaceOnlyQuery,
    body: z.object({ groups: Ids.min(1), 'mark-test': flag, 'unmark-test': flag, ...WorkspaceBody }),
    response: z.object({ updated: z.number().int() }),
  },
  'POST /similarity/training/v2/group/change': {
    permission: 'manage',
    summary: 'Verify, delete or set TRAIN or TEST for many groups, by id or by filter; returns the changed ids',
    query: WorkspaceOnlyQuery,
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
      .refine(({ in_parts, filter }) => !in_parts || filter !== undefined, 'in_parts goes with a filter'),
    response: z.object({ changed: z.array(Id), ...NextBatch }),
  },
  'GET /similarity/training/v2/group/csv': {
    summary: 'Groups that match the filters and their images as CSV: group, type, test, image (file name), image_id',
    query: z.object({ ...WorkspaceQuery, ...groupFilters }),
    response: z.object({ csv: z.string() }),
  },
  'POST /similarity/training/v2/group/csv': {
    permission: 'manage',
    summary: 'Import groups from CSV, or preview the import; an error in any row rejects the file, unless skip_invalid is set',
    query: WorkspaceOnlyQuery,
    body: z.object({
      csv: z.string().max(1_500_000),
      dry_run: z.boolean().default(false),
      ...SkipInvalid,
      ...WorkspaceBody,
    }),
    response: GroupCsvPlan,
  },
  'POST /similarity/training/v2/group/{id}/merge-groups': {
    ...defineMemberCall('Move the members of other groups into this one and delete them', 'groups'),
    permission: 'manage',
  },
  'POST /similarity/training/v2/group/{id}/add-images': defineMemberCall('Add images', 'images'),
  'POST /similarity/training/v2/group/{id}/remove-images': defineMemberCall('Remove images', 'images'),
  'POST /similarity/training/v2/group/{id}/add-objects': defineMemberCall('Add detection objects', 'objects'),
  'POST /similarity/training/v2/group/{id}/remove-objects': defineMemberCall('Remove detection objects', 'objects'),
  'POST /similarity/training/v2/group/{id}/add-groups': defineMemberCall('Add groups; a cycle is refused', 'groups'),
  'POST /similarity/training/v2/group/{id}/remove-groups': defineMemberCall('Remove groups', 'groups'),
  'POST /similarity/training/v2/group/{id}/move-members': {
    permission: 'annotate',
    summary: 'Move members to another group, or to a new one, in one step',
    query: WorkspaceOnlyQuery,
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
    permission: 'manage',
    summary: 'Set the type of the group with this id (old name)',
    body: z.object({ type: typeInput.nullable(), ...WorkspaceBody }),
    response: GroupDetail,
  },
  'POST /similarity/training/v2/descriptor': {
    permission: 'view',
    summary: 'Descriptors of images',
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
