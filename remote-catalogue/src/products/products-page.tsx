import type { ProductCollection } from '@console/shared-contract/api';
import { Page, Section } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { useCollections } from '../collections/collections.queries';
import { messages } from '../messages';
import { ProductSearch } from './product-search';

const columns: Column<ProductCollection>[] = [
  {
    id: 'name',
    header: messages.columns.name,
    cell: (collection) => collection.name,
    sortValue: (collection) => collection.name,
  },
  {
    id: 'type',
    header: messages.columns.type,
    cell: (collection) => collection.type || '–',
    sortValue: (collection) => collection.type,
  },
];

export function ProductsPage() {
  const collections = useCollections();
  return (
    <Page title={messages.products.title}>
      <Section title={messages.products.collections} count={collections.data?.length}>
        <DataTable
          label={messages.products.collections}
          columns={columns}
          rows={collections.data}
          rowId={(collection) => String(collection.id)}
          error={collections.error}
          onRetry={() => void collections.refetch()}
          empty={messages.products.noCollections}
          skeletonRows={2}
        />
      </Section>
      <Section title={messages.products.list}>
        <ProductSearch collections={collections.data} />
      </Section>
    </Page>
  );
}
