import type { Param } from '@console/shared-ui/pages';
import { SelectFilter, type FilterProps } from '@console/shared-ui/list-section';
import { commonMessages } from '../common/common-messages';
import { useCollections } from './collections.queries';

/** Filter that selects the products or sets of one collection. */
export function CollectionFilter({ list }: Pick<FilterProps<{ collection: Param<string> }, string>, 'list'>) {
  const { data } = useCollections();
  return (
    <SelectFilter
      list={list}
      name="collection"
      label={commonMessages.filters.collection}
      choices={[
        { value: '', label: commonMessages.filters.anyCollection },
        ...(data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
