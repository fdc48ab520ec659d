import {
  api,
  changeAllMatching,
  changePageByPage,
  searchRows,
  type AllMatchingChange,
  type QueryScope,
} from '@console/shared-auth';
import type { MembershipAction } from '@console/shared-ui/membership';
import type { GroupQuery } from '../group-data/group.queries';

/** Number of groups per request when all matching groups are changed page by page. */
const BATCH_SIZE = 200;

/** Adds groups to a similarity job or removes them. */
export async function changeJobItems(action: MembershipAction, jobId: string, items: string[], scope: QueryScope): Promise<void> {
  await api.call(`POST /annotate/v2/similarityjob/{id}/${action}-items`, { params: { id: jobId }, body: { items }, ...scope });
}

interface MatchingGroups extends Pick<AllMatchingChange, 'cancelSignal' | 'onProgress' | 'scope'> {
  action: MembershipAction;
  job: string;
  filter: GroupQuery;
}

/** Adds or removes all matching groups. Uses one background job, or page-by-page calls with older servers. */
export async function changeMatchingGroups({ action, job: jobId, filter, ...options }: MatchingGroups): Promise<void> {
  const changePages = (scope: QueryScope, onProgress: (changedCount: number) => void) =>
    changePageByPage({
      loadPage: async (page) => {
        const query = { ...filter, page, page_size: BATCH_SIZE };
        const { results, next } = await searchRows('GET /similarity/training/v2/group/', query, scope);
        return { ids: results.map(({ id }) => id), hasNext: next !== null };
      },
      change: (items) => changeJobItems(action, jobId, items, scope),
      onProgress,
    });
  const requestChange = (scope: QueryScope) =>
    api.call(`POST /annotate/v2/similarityjob/{id}/${action}-matching`, { params: { id: jobId }, body: { filter }, ...scope });
  return changeAllMatching({ ...options, requestChange, changePages });
}
