import type { QueryScope } from '@console/shared-auth';
import type { ImageTarget } from '@console/shared-contract/federation';
import { loadTiles, sendMembership, type MembershipAction } from './browser.queries';
import { toQuery, type BrowserFilters } from './filters';

/** Rows of a request while all that match are walked through: the size of a step, not a limit. */
export const STEP_SIZE = 200;

export interface AllMatching {
  action: MembershipAction;
  target: ImageTarget;
  filters: BrowserFilters;
  scope: QueryScope;
  /** Images changed so far. */
  onProgress: (changed: number) => void;
}

/**
 * Adds or removes all images that match, page by page until there is no next page.
 *
 * What was changed no longer matches ("not in the job" is among the filters when adding), so the rest moves up and the
 * same page is read again; only a page that brings nothing new leads to the next. Rejects with what the server refused,
 * or with an abort; `onProgress` has told by then how far it came.
 */
export async function changeAllMatching({ action, target, filters, scope, onProgress }: AllMatching): Promise<void> {
  const changed = new Set<string>();
  let page = 1;
  for (;;) {
    const { tiles, hasNext } = await loadTiles(
      filters.entity,
      { ...toQuery(filters, target), page, page_size: STEP_SIZE },
      scope,
    );
    const items = [...new Set(tiles.map((tile) => tile.imageId))].filter((id) => !changed.has(id));
    if (items.length > 0) {
      await sendMembership(action, target, items, scope);
      for (const id of items) changed.add(id);
      onProgress(changed.size);
    } else {
      page += 1;
    }
    if (!hasNext) return;
  }
}
