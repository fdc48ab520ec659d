import { useCallback, useMemo, useState } from 'react';

interface SelectionState {
  ids: ReadonlySet<string>;
  /** Whether all matching images on all pages are selected. */
  isAllMatching: boolean;
}

export interface Selection extends SelectionState {
  has: (imageId: string) => boolean;
  /** Toggles one image. If all matching images are selected, only the rest of the page (`pageIds`) stays selected. */
  toggle: (imageId: string, pageIds: readonly string[]) => void;
  selectPage: (pageIds: readonly string[]) => void;
  selectAllMatching: () => void;
  /** Removes these ids from the individually selected images. */
  drop: (ids: readonly string[]) => void;
  clear: () => void;
}

const NOTHING: SelectionState = { ids: new Set(), isAllMatching: false };

/** The selected images. The selection persists across pages and filters until it is cleared. */
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
