import { useMemo, useState } from 'react';

/** The selected rows of a list, across all pages. If `all` is true, every row that matches the search is selected and `ids` is empty. */
export interface BulkSelection {
  ids: ReadonlySet<string>;
  all: boolean;
}
export const EMPTY_SELECTION: BulkSelection = { ids: new Set(), all: false };

/** Returns the number of selected rows. */
export const countSelected = (selection: BulkSelection, total: number) => (selection.all ? total : selection.ids.size);

export interface ListSelection extends BulkSelection {
  /** Replaces the selection with the ids, or with the ids that the function returns for the current selection. */
  select: (ids: ReadonlySet<string> | ((current: BulkSelection) => ReadonlySet<string>)) => void;
  /** Selects every row that matches the filter, including rows on other pages. */
  selectAll: () => void;
  clear: () => void;
}

/**
 * State of the selected rows of a list. The selection remains when the user goes to another page.
 *
 * @param filterKey identifies the filter; if this key changes, a selection of all matching rows is cleared
 *
 * @param identityKey identifies the list, such as the groups of a job; if this key changes, any selection is cleared
 */
export function useListSelection(filterKey: string, identityKey: string): ListSelection {
  const [selectionState, setSelectionState] = useState({ selection: EMPTY_SELECTION, filterKey, identityKey });
  let { selection } = selectionState;
  if (selectionState.filterKey !== filterKey || selectionState.identityKey !== identityKey) {
    if (selection.all || selectionState.identityKey !== identityKey) selection = EMPTY_SELECTION;
    setSelectionState({ selection, filterKey, identityKey });
  }
  // The functions are stable, so that selecting a row does not render the other rows again.
  const actions = useMemo((): Pick<ListSelection, 'select' | 'selectAll' | 'clear'> => {
    const setSelection = (selection: BulkSelection) => setSelectionState((current) => ({ ...current, selection }));
    return {
      select: (ids) =>
        setSelectionState((current) => ({
          ...current,
          selection: { ids: typeof ids === 'function' ? ids(current.selection) : ids, all: false },
        })),
      selectAll: () => setSelection({ ids: EMPTY_SELECTION.ids, all: true }),
      clear: () => setSelection(EMPTY_SELECTION),
    };
  }, []);
  return useMemo(() => ({ ...selection, ...actions }), [selection, actions]);
}
