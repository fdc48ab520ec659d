import { useCallback, useMemo, useState } from 'react';

interface SelectionState {
  ids: ReadonlySet<string>;
  /** All that match the search, on whatever page. */
  isAllMatching: boolean;
}

export interface Selection extends SelectionState {
  has: (imageId: string) => boolean;
  /** `pageIds`: what is on the page; with all matching selected, one taken away leaves the rest of the page. */
  toggle: (imageId: string, pageIds: readonly string[]) => void;
  selectPage: (pageIds: readonly string[]) => void;
  selectAllMatching: () => void;
  /** Takes these out of what is picked one by one. */
  drop: (ids: readonly string[]) => void;
  clear: () => void;
}

const NOTHING: SelectionState = { ids: new Set(), isAllMatching: false };

/** The images picked in the browser, over all pages and filters, until cleared. */
export function useSelection(): Selection {
  const [state, setState] = useState(NOTHING);
  const { ids, isAllMatching } = state;

  const has = useCallback((imageId: string) => isAllMatching || ids.has(imageId), [ids, isAllMatching]);
  const toggle = useCallback((imageId: string, pageIds: readonly string[]) => {
    setState((current) => {
      const next = new Set(current.isAllMatching ? pageIds : current.ids);
      if (!next.delete(imageId)) next.add(imageId);
      return { ids: next, isAllMatching: false };
    });
  }, []);
  const selectPage = useCallback((pageIds: readonly string[]) => {
    setState((current) => ({ ids: new Set([...current.ids, ...pageIds]), isAllMatching: false }));
  }, []);
  const selectAllMatching = useCallback(() => setState({ ids: new Set(), isAllMatching: true }), []);
  const drop = useCallback((gone: readonly string[]) => {
    setState((current) => {
      const next = new Set(current.ids);
      for (const id of gone) next.delete(id);
      return { ...current, ids: next };
    });
  }, []);
  const clear = useCallback(() => setState(NOTHING), []);

  return useMemo(
    () => ({ ids, isAllMatching, has, toggle, selectPage, selectAllMatching, drop, clear }),
    [ids, isAllMatching, has, toggle, selectPage, selectAllMatching, drop, clear],
  );
}
