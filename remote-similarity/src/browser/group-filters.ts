import { GROUP_RULES } from '@console/shared-contract/group-rules';
import { parseId } from '@console/shared-ui/format';
import { type ParamsOf, type UrlParamsState, defineUrlParams, param } from '@console/shared-ui/pages';
import type { GroupQuery } from '../group-data/group.queries';

/** URL parameters of the groups list. */
export const groupListParams = defineUrlParams({
  /** Part of the name, or the id of a group or a link to it. */
  search: param.search(),
  /** Whether to list TEST groups and TRAIN groups. Both or neither lists all groups. */
  test: param.flag(),
  train: param.flag(),
  empty: param.flag(),
  verified: param.oneOf(['all', 'verified', 'not-verified'], 'all'),
  /** Number of direct members: 1, 2, or 3 for three and more. '' for any. */
  count: param.oneOf(['', '1', '2', '3'], ''),
  /** Id of the type, 'None' for groups without a type, or '' for any. */
  type: param.id(),
  /** Whether to list the groups in the job. Otherwise, lists the groups outside the job. Has no effect without a job. */
  inJob: param.flag(),
  /** Id of a task whose rules the groups violate, and one of its rules. Set by links of the quality page. */
  'violations-of': param.id(),
  'violated-rule': param.oneOf(['', ...GROUP_RULES], ''),
  sort: param.sort(['name', 'type', 'test', 'created']),
  page: param.page(),
});

export type GroupListParams = UrlParamsState<ParamsOf<typeof groupListParams>>;
export type GroupFilters = GroupListParams['values'];

/** Converts the filters to API query parameters. With a job, `inJob` selects the groups inside or outside the job. */
export function toGroupQuery(filters: GroupFilters, jobId: string | undefined): GroupQuery {
  return {
    test: filters.test === filters.train ? undefined : filters.test,
    empty: filters.empty || undefined,
    verified: filters.verified === 'all' ? undefined : filters.verified === 'verified' ? 1 : 0,
    count: filters.count === '' ? undefined : Number(filters.count),
    find: parseId(filters.search) || undefined,
    type: filters.type || undefined,
    ...(filters['violations-of'] && {
      violations_of: filters['violations-of'],
      violated_rule: filters['violated-rule'] || undefined,
    }),
    ...(jobId !== undefined && { similarityjob: jobId, ...(!filters.inJob && { not_in: 'True' as const }) }),
  };
}
