import { changeAllMatching, changePageByPage, type AllMatchingChange, type QueryScope } from '@console/shared-auth';
import type { ImageTarget } from '@console/shared-contract/federation';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import type { MembershipAction } from '@console/shared-ui/membership';
import { startMatchingChange, loadTiles, changeMembership } from './browser.queries';
import { toQuery, type BrowserFilters } from './filters';

/** Page size for reading all matching rows. It limits the size of one response. */
const PAGE_SIZE = 200;

interface MatchingImagesChange extends Pick<AllMatchingChange, 'cancelSignal' | 'onProgress' | 'scope'> {
  action: MembershipAction;
  target: ImageTarget;
  filters: BrowserFilters;
}

/**
 * Number of ids per call, well below the limit of the API. Each response reports progress, and completed calls remain applied if
 * a later call fails.
 */
const ITEMS_PER_CALL = MAX_IDS_PER_CALL / 10;

interface SelectedImagesChange extends Pick<AllMatchingChange, 'scope'> {
  action: MembershipAction;
  target: ImageTarget;
  ids: readonly string[];
  /** Called after each successful call with the image ids that it changed. */
  onChanged: (ids: readonly string[]) => void;
}

/**
 * Adds or removes individually selected images. Rejects with the error of the first failed call;
 * `onChanged` has already reported the calls before it.
 */
export async function changeSelectedImages({ action, target, ids, scope, onChanged }: SelectedImagesChange): Promise<void> {
  for (let start = 0; start < ids.length; start += ITEMS_PER_CALL) {
    const items = ids.slice(start, start + ITEMS_PER_CALL);
    await changeMembership(action, target, items, scope);
    onChanged(items);
  }
}

/** Adds or removes all matching images: as background work if the server supports this, otherwise page by page. */
export async function changeMatchingImages({ action, target, filters, ...options }: MatchingImagesChange): Promise<void> {
  const query = toQuery(filters, target);
  const changePages = (scope: QueryScope, onProgress: (changedCount: number) => void) =>
    changePageByPage({
      loadPage: async (page) => {
        const { tiles, hasNext } = await loadTiles(filters.entity, { ...query, page, page_size: PAGE_SIZE }, scope);
        return { ids: tiles.map((tile) => tile.imageId), hasNext };
      },
      change: (items) => changeMembership(action, target, items, scope),
      onProgress,
    });
  // The bulk call supports only filters for images. For a list of objects, change the rows page by page instead.
  if (filters.entity === 'objects') {
    const signal = AbortSignal.any([options.scope.signal, options.cancelSignal]);
    return changePages({ ...options.scope, signal }, (changedCount) => options.onProgress(changedCount, null));
  }
  return changeAllMatching({
    ...options,
    requestChange: (scope) => startMatchingChange(action, target, query, scope),
    changePages,
  });
}
