import type { GroupFilter, GroupOrdering } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { containsText } from '../../../data-access/rows/view';
import type { ReferencedRows } from '../../../data-access/rows/references';

export type GroupFilters = z.output<typeof GroupFilter>;

/** Higher member counts are not distinguished: the filter offers 0, 1, 2 and 3+. */
const MAX_EXACT_COUNT = 3;
const hasType = (type: GroupFilters['type']): type is string =>
  type !== undefined && type.toLowerCase() !== 'none' && type !== 'null';

/** Lists the rows that a group filter refers to, for checking that they exist in one workspace. */
export function listGroupReferences(query: GroupFilters): ReferencedRows[] {
  return [
    { table: 'training_image', ids: [query.image], field: 'image', entityName: 'Image' },
    { table: 'detection_object', ids: [query.object], field: 'object', entityName: 'Object' },
    { table: 'similarity_group', ids: [query.group], field: 'group', entityName: 'Group' },
    { table: 'annotation_job', ids: [query.similarityjob], field: 'similarityjob', entityName: 'Job' },
    { table: 'similarity_type', ids: [hasType(query.type) ? query.type : undefined], field: 'type', entityName: 'Type' },
  ];
}

/** Converts the filters of a group list to SQL conditions on a group `g` and its type `y`. */
export function toGroupConditions(workspaceId: string, query: GroupFilters): RawBuilder<unknown>[] {
  const where = [sql`g.workspace_id = ${workspaceId}`];
  if (query.test !== undefined) where.push(sql`g.test_group = ${query.test}`);
  if (query.empty !== undefined) where.push(query.empty ? sql`${selectMemberCount(1)} = 0` : sql`${selectMemberCount(1)} > 0`);
  if (query.type !== undefined) where.push(hasType(query.type) ? sql`g.type_id = ${query.type}` : sql`g.type_id is null`);
  if (query.type__name !== undefined) where.push(sql`y.name = ${query.type__name}`);
  if (query.search) where.push(sql`${containsText('g.name', query.search)}`);
  if (query.count !== undefined)
    where.push(
      query.count === MAX_EXACT_COUNT
        ? sql`${selectMemberCount(MAX_EXACT_COUNT)} = ${MAX_EXACT_COUNT}`
        : sql`${selectMemberCount(MAX_EXACT_COUNT)} = ${query.count}`,
    );
  if (query.verified !== undefined)
    where.push(sql`${existsOrNot(query.verified)} (select 1 from similarity_verification v where v.group_id = g.id)`);
  if (query.similarityjob)
    where.push(
      sql`${existsOrNot(!query.not_in)} (select 1 from job_item i where i.job_id = ${query.similarityjob} and i.group_id = g.id)`,
    );
  if (query.image) where.push(sql`exists (select 1 from group_image m where m.group_id = g.id and m.image_id = ${query.image})`);
  if (query.object)
    where.push(sql`exists (select 1 from group_object m where m.group_id = g.id and m.object_id = ${query.object})`);
  if (query.group) where.push(sql`exists (select 1 from group_group m where m.parent_id = g.id and m.child_id = ${query.group})`);
  return where;
}

function existsOrNot(isExpected: boolean): RawBuilder<unknown> {
  return isExpected ? sql`exists` : sql`not exists`;
}

const ORDER = {
  name: 'lower(g.name)',
  type: 'lower(y.name)',
  test: 'g.test_group',
  created: 'g.created',
} as const;

/** SQL of the sort order. Groups with equal values are sorted by name; groups without a type come last. */
export function toGroupOrder(ordering: GroupOrdering = 'name'): RawBuilder<unknown> {
  const isDescending = ordering.startsWith('-');
  const column = ORDER[ordering.replace('-', '') as keyof typeof ORDER];
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  if (column === ORDER.name) return sql`${sql.raw(column)} ${direction}, g.id ${direction}`;
  return sql`${sql.raw(column)} ${direction} nulls last, lower(g.name), g.id`;
}

/** SQL of the number of direct members of all three kinds, counted up to `limit`. */
function selectMemberCount(limit: number): RawBuilder<unknown> {
  return sql`(select count(*) from (
    (select 1 from group_image m where m.group_id = g.id limit ${limit}) union all
    (select 1 from group_object m where m.group_id = g.id limit ${limit}) union all
    (select 1 from group_group m where m.parent_id = g.id limit ${limit}) limit ${limit}) n)`;
}
