import { useListSelection, type ListSelection } from '@console/shared-ui/bulk';
import { useCallback, useMemo } from 'react';
import { toQuery, type BrowserFilters } from '../data/filters';

/** The selected images. `all` means all matching images on all pages. */
export interface Selection extends ListSelection {
  has: (imageId: string) => boolean;
  /** Toggles one image. If all matching images are selected, then only the other images of the page (`pageIds`) stay selected. */
  toggle: (imageId: string, pageIds: readonly string[]) => void;
  selectPage: (pageIds: readonly string[]) => void;
  /** Removes these ids from the individually selected images. */
  deselect: (ids: readonly string[]) => void;
}

/**
 * The selected images of a list. Individually selected images stay selected on other pages and with other filters. They are deselected when
 * `inTarget` changes, because members cannot be added again. A selection of all matching images ends with any change of the filters.
 */
export function useSelection(filters: BrowserFilters): Selection {
  const selection = useListSelection(JSON.stringify([filters.entity, toQuery(filters)]), String(filters.inTarget));
  const { ids, all, select } = selection;

  const isIdSelected = useCallback((imageId: string) => all || ids.has(imageId), [ids, all]);
  const toggle = useCallback(
    (imageId: string, pageIds: readonly string[]) =>
      select((current) => {
        const newIds = new Set(current.all ? pageIds : current.ids);
        if (!newIds.delete(imageId)) newIds.add(imageId);
        return newIds;
      }),
    [select],
  );
  const selectPage = useCallback(
    (pageIds: readonly string[]) => select((current) => new Set([...current.ids, ...pageIds])),
    [select],
  );
  const deselect = useCallback(
    (removedIds: readonly string[]) =>
      select((current) => {
        const newIds = new Set(current.ids);
        for (const id of removedIds) newIds.delete(id);
        return newIds;
      }),
    [select],
  );

  return useMemo(
    () => ({ ...selection, has: isIdSelected, toggle, selectPage, deselect }),
    [selection, isIdSelected, toggle, selectPage, deselect],
  );
}
