import { GroupFilter, type GroupOrdering } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { containsText, equalsId } from '../../../data-access/rows/view';
import { defineFilters } from '../../../data-access/rows/filters';
import { violatesGroupRule } from '../../quality/rules/group-rules';
import type { ReferencedRows } from '../../../data-access/rows/references';

export type GroupFilters = z.output<typeof GroupFilter>;

/** The filter offers 0, 1, 2, and 3 for three or more, so higher counts are not distinguished. */
const MAX_EXACT_COUNT = 3;
const hasType = (type: GroupFilters['type']): type is string =>
  type !== undefined && type.toLowerCase() !== 'none' && type !== 'null';

/** Lists the rows that a group filter refers to, for checking that they exist in one workspace. */
export function listGroupReferences(query: GroupFilters): ReferencedRows[] {
  return [
    { table: 'training_image', ids: [query.image], field: 'image', entityName: 'Image' },
    { table: 'detection_object', ids: [query.object], field: 'object', entityName: 'Object' },
    { table: 'similarity_task', ids: [query.violations_of], field: 'violations_of', entityName: 'Task' },
    { table: 'similarity_group', ids: [query.group], field: 'group', entityName: 'Group' },
    { table: 'annotation_job', ids: [query.similarityjob], field: 'similarityjob', entityName: 'Job' },
    { table: 'similarity_type', ids: [hasType(query.type) ? query.type : undefined], field: 'type', entityName: 'Type' },
  ];
}

/** Converts the filters of a group list to SQL conditions on a group `g` and its type `y`. */
export function toGroupConditions(workspaceId: string, query: GroupFilters): RawBuilder<unknown>[] {
  return [sql`g.workspace_id = ${workspaceId}`, ...toConditions(query, query)];
}

const toConditions = defineFilters(GroupFilter)<GroupFilters, RawBuilder<unknown>>({
  test: (isTest) => sql`g.test_group = ${isTest}`,
  empty: (isEmpty) => (isEmpty ? sql`${selectMemberCount(1)} = 0` : sql`${selectMemberCount(1)} > 0`),
  type: (type) => (hasType(type) ? sql`g.type_id = ${type}` : sql`g.type_id is null`),
  type__name: (name) => sql`y.name = ${name}`,
  search: (text) => containsText('g.name', text),
  find: (text) => sql`(${containsText('g.name', text)} or ${equalsId('g.id', text)})`,
  count: (count) => sql`${selectMemberCount(MAX_EXACT_COUNT)} = ${count}`,
  verified: (isVerified) =>
    sql`${existsOrNot(isVerified)} (select 1 from readable_similarity_verification v where v.group_id = g.id)`,
  similarityjob: (id, { not_in }) =>
    sql`${existsOrNot(!not_in)} (select 1 from job_item i where i.job_id = ${id} and i.group_id = g.id)`,
  // Negates `similarityjob`.
  not_in: () => [],
  image: (id) => sql`exists (select 1 from group_image m where m.group_id = g.id and m.image_id = ${id})`,
  object: (id) => sql`exists (select 1 from group_object m where m.group_id = g.id and m.object_id = ${id})`,
  violations_of: (task, { violated_rule: rule }) => violatesGroupRule(task, rule),
  // Limits `violations_of`.
  violated_rule: () => [],
  group: (id) => sql`exists (select 1 from group_group m where m.parent_id = g.id and m.child_id = ${id})`,
});

function existsOrNot(isExpected: boolean): RawBuilder<unknown> {
  return isExpected ? sql`exists` : sql`not exists`;
}

const ORDER_COLUMNS = {
  name: 'lower(g.name)',
  type: 'lower(y.name)',
  test: 'g.test_group',
  created: 'g.created',
} as const;

/** SQL of the sort order. Groups with equal values are sorted by name; groups without a type come last. */
export function toGroupOrder(ordering: GroupOrdering = 'name'): RawBuilder<unknown> {
  const isDescending = ordering.startsWith('-');
  const column = ORDER_COLUMNS[ordering.replace('-', '') as keyof typeof ORDER_COLUMNS];
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  if (column === ORDER_COLUMNS.name) return sql`${sql.raw(column)} ${direction}, g.id ${direction}`;
  return sql`${sql.raw(column)} ${direction} nulls last, lower(g.name), g.id`;
}

/** SQL of the number of direct members (images, objects and groups), counted up to `limit`. */
function selectMemberCount(limit: number): RawBuilder<unknown> {
  return sql`(select count(*) from (
    (select 1 from group_image m where m.group_id = g.id limit ${limit}) union all
    (select 1 from group_object m where m.group_id = g.id limit ${limit}) union all
    (select 1 from group_group m where m.parent_id = g.id limit ${limit}) limit ${limit}) n)`;
}
