import { defineUrlParams } from '../url-params/url-params';
import { param, type Param } from '../url-params/param';
import type { Sort } from '../table/sort-rows';

/** URL parameters of a list of labels, tasks or types. */
export type RowListParams = { search: Param<string>; sort: Param<Sort | undefined> };

/**
 * Defines the URL parameters of `EditableRows`: search and sort order.
 * @param columnIds sortable columns in addition to the name
 * @param prefix distinguishes the parameters of several lists on one page
 */
export function defineRowListParams(columnIds: readonly string[], prefix = '') {
  const params: RowListParams = {
    search: param.search(),
    sort: param.sort(['name', ...columnIds], { columnId: 'name', direction: 'ascending' }),
  };
  return defineUrlParams(params, prefix);
}
