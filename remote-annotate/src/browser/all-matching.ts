import { changeAllMatching, changePageByPage, type AllMatchingChange, type QueryScope } from '@console/shared-auth';
import type { ImageTarget } from '@console/shared-contract/federation';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import type { MembershipAction } from '@console/shared-ui/membership';
import { askForMatching, loadTiles, sendMembership } from './browser.queries';
import { toQuery, type BrowserFilters } from './filters';

/** Rows of a request while all that match are walked through: the size of a step, not a limit. */
const STEP_SIZE = 200;

export interface MatchingChange extends Pick<AllMatchingChange, 'cancelSignal' | 'onProgress' | 'scope'> {
  action: MembershipAction;
  target: ImageTarget;
  filters: BrowserFilters;
}

/** A tenth of what a call takes at most: each answer is progress that is told, and kept when the next one fails. */
const ITEMS_PER_CALL = MAX_IDS_PER_CALL / 10;

export interface PickedChange extends Pick<AllMatchingChange, 'scope'> {
  action: MembershipAction;
  target: ImageTarget;
  ids: readonly string[];
  /** These are changed; called with those of each call. */
  onChanged: (ids: readonly string[]) => void;
}

/** Adds or removes images that were picked one by one. Rejects with what the server refused; `onChanged` has told what went before. */
export async function changePicked({ action, target, ids, scope, onChanged }: PickedChange): Promise<void> {
  for (let start = 0; start < ids.length; start += ITEMS_PER_CALL) {
    const items = ids.slice(start, start + ITEMS_PER_CALL);
    await sendMembership(action, target, items, scope);
    onChanged(items);
  }
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
    const signal = AbortSignal.any([how.scope.signal, how.cancelSignal]);
    return pageByPage({ ...how.scope, signal }, (changed) => how.onProgress(changed, null));
  }
  return changeAllMatching({
    ...how,
    requestChange: (scope) => askForMatching(action, target, query, scope),
    changePages: pageByPage,
  });
}
