import { defineAddress } from '../address/address';
import { param, type Param } from '../address/params';
import type { Sort } from '../table/sort-rows';

/** What a list of labels, tasks or types has in the address. */
export type RowsAddress = { search: Param<string>; sort: Param<Sort | undefined> };

/**
 * Search and sort of an `EditableRows`.
 * @param columnIds the columns that can be sorted by besides the name
 * @param prefix for a page with several lists
 */
export function rowsAddress(columnIds: readonly string[], prefix = '') {
  const params: RowsAddress = {
    search: param.search(),
    sort: param.sort(['name', ...columnIds], { columnId: 'name', direction: 'ascending' }),
  };
  return defineAddress(params, prefix);
}
