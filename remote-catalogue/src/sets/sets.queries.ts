import { searchRows } from '@console/shared-auth';
import { parseId } from '@console/shared-ui/format';
import { defineUrlParams, param, useServerList, useUrlParams } from '@console/shared-ui/pages';

/** URL parameters of the sets list. */
const setListParams = defineUrlParams({
  search: param.search(),
  /** Id of the collection, or '' for all. */
  collection: param.id(),
  notCompleted: param.flag(),
  /** Only sets without a parent. */
  parentOnly: param.flag(true),
  page: param.page(),
});

export function useSetList() {
  return useServerList({
    params: useUrlParams(setListParams),
    pageSize: 10,
    key: ['product', 'sets'],
    toFilter: ({ search, collection, notCompleted, parentOnly }) => ({
      find: parseId(search) || undefined,
      product_collection: collection || undefined,
      completed: notCompleted ? false : undefined,
      parent_set: parentOnly ? ('null' as const) : undefined,
    }),
    load: (query, scope) => searchRows('GET /product/v2/set/', query, scope),
  });
}
