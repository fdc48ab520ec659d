import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { ProductSet } from '@console/shared-contract/api';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';

/** All sets of the workspace, for selecting one. */
export function useAllSets(enabled = true) {
  return useWorkspaceQuery({
    enabled,
    key: ['product', 'sets', 'all'],
    load: (scope) => api.all('GET /product/v2/set/', { query: { page_size: MAX_PAGE_SIZE }, ...scope }),
  });
}

/** Choices of a picker. Each choice shows the year, which distinguishes sets with the same name. */
export const toSetChoices = (productSets: readonly Pick<ProductSet, 'id' | 'name' | 'year'>[]) =>
  productSets.map(({ id, name, year }) => ({ value: id, label: name, detail: year === null ? undefined : String(year) }));
