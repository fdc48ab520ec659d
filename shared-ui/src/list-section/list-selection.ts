import { useMemo, useState } from 'react';

/** The selected rows on all pages. `all`: every row that matches the search. */
export interface BulkSelection {
  ids: ReadonlySet<string>;
  all: boolean;
}
export const EMPTY_SELECTION: BulkSelection = { ids: new Set(), all: false };

/** Returns the number of selected rows. */
export const countSelected = (selection: BulkSelection, total: number) => (selection.all ? total : selection.ids.size);

export interface ListSelection extends BulkSelection {
  /** Selects exactly these rows. */
  select: (ids: ReadonlySet<string>) => void;
  /** Selects every row that matches the filter, including those on other pages. */
  selectAll: () => void;
  clear: () => void;
}

/**
 * The selection of a list. It survives a change of the page.
 * @param filterKey identifies the filter; a selection of all matching rows ends with it
 * @param scopeKey identifies what the rows are selected for; every selection ends with it
 */
export function useListSelection(filterKey: string, scopeKey: string): ListSelection {
  const [state, setState] = useState({ selection: EMPTY_SELECTION, filterKey, scopeKey });
  let { selection } = state;
  if (state.filterKey !== filterKey || state.scopeKey !== scopeKey) {
    if (selection.all || state.scopeKey !== scopeKey) selection = EMPTY_SELECTION;
    setState({ selection, filterKey, scopeKey });
  }
  return useMemo(() => {
    const set = (next: BulkSelection) => setState((current) => ({ ...current, selection: next }));
    return {
      ...selection,
      select: (ids) => set({ ids, all: false }),
      selectAll: () => set({ ids: EMPTY_SELECTION.ids, all: true }),
      clear: () => set(EMPTY_SELECTION),
    };
  }, [selection]);
}
