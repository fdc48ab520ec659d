import { defineUrlParams } from '../url-params/url-params';
import { param, type Param } from '../url-params/param';
import type { Sort } from '../table/sort-rows';

/** What a list of labels, tasks or types has in the address. */
export type RowListParams = { search: Param<string>; sort: Param<Sort | undefined> };

/**
 * Search and sort of an `EditableRows`.
 * @param columnIds the columns that can be sorted by besides the name
 * @param prefix for a page with several lists
 */
export function defineRowListParams(columnIds: readonly string[], prefix = '') {
  const params: RowListParams = {
    search: param.search(),
    sort: param.sort(['name', ...columnIds], { columnId: 'name', direction: 'ascending' }),
  };
  return defineUrlParams(params, prefix);
}
