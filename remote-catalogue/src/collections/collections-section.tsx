import { EditableRows, defineRowListParams } from '@console/shared-ui/rows';
import { useUrlParams } from '@console/shared-ui/pages';
import type { Column } from '@console/shared-ui/table';
import { useMemo } from 'react';
import { commonMessages } from '../common/common-messages';
import { productListMessages } from '../common/product-list-messages';
import { VerifiedProgress } from '../common/verified-progress';
import { CollectionForm, deleteCollection, type CollectionRow } from './collection-form';
import { useCollections } from './collections.queries';

const listParams = defineRowListParams(['type', 'verified'], 'collection-');
const changes = [{ topic: 'product-collections' }] as const;

const columns: Column<CollectionRow>[] = [
  {
    id: 'type',
    header: commonMessages.columns.type,
    cell: (collection) => collection.type || '–',
    sortValue: (collection) => collection.type,
  },
  {
    id: 'verified',
    header: commonMessages.columns.verifiedShare,
    cell: ({ verified_count: verified, products_count: products }) => (
      <VerifiedProgress verified={verified} products={products} />
    ),
    sortValue: ({ verified_count: verified, products_count: products }) => (products > 0 ? verified / products : null),
    width: '176px',
  },
];

/** List of product collections with create, edit and delete. The server only deletes empty collections. */
export function CollectionsSection() {
  const collections = useCollections();
  const list = useUrlParams(listParams);
  const data = useMemo(
    () => collections.data?.map((collection): CollectionRow => ({ ...collection, id: String(collection.id) })),
    [collections.data],
  );
  return (
    <EditableRows
      title={productListMessages.collections}
      noun="collection"
      rows={{ ...collections, data }}
      list={list}
      columns={columns}
      empty={productListMessages.noCollections}
      form={(form) => <CollectionForm {...form} />}
      deleteRow={deleteCollection}
      dependentsCall="GET /product/v2/collection/{id}/dependents"
      changes={changes}
    />
  );
}
