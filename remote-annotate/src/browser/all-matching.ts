import { changeAllMatching, changePageByPage, type AllMatchingChange, type QueryScope } from '@console/shared-auth';
import type { ImageTarget } from '@console/shared-contract/federation';
import type { MembershipAction } from '@console/shared-ui/membership';
import { askForMatching, loadTiles, sendMembership } from './browser.queries';
import { toQuery, type BrowserFilters } from './filters';

/** Rows of a request while all that match are walked through: the size of a step, not a limit. */
const STEP_SIZE = 200;

export interface MatchingChange extends Pick<AllMatchingChange, 'cancelled' | 'onProgress' | 'scope'> {
  action: MembershipAction;
  target: ImageTarget;
  filters: BrowserFilters;
}

/** Adds or removes all images that match: the server does it in one piece of work where it can. */
export async function changeMatching({ action, target, filters, ...how }: MatchingChange): Promise<void> {
  const query = toQuery(filters, target);
  const pageByPage = (scope: QueryScope, onProgress: (changed: number) => void) =>
    changePageByPage({
      loadPage: async (page) => {
        const { tiles, hasNext } = await loadTiles(filters.entity, { ...query, page, page_size: STEP_SIZE }, scope);
        return { ids: tiles.map((tile) => tile.imageId), hasNext };
      },
      change: (items) => sendMembership(action, target, items, scope),
      onProgress,
    });
  // The filters of objects mean the object, those of the server's call the image.
  if (filters.entity === 'objects') {
    const signal = AbortSignal.any([how.scope.signal, how.cancelled]);
    return pageByPage({ ...how.scope, signal }, (changed) => how.onProgress(changed, null));
  }
  return changeAllMatching({ ...how, ask: (scope) => askForMatching(action, target, query, scope), pageByPage });
}
