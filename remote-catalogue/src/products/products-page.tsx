import { Page } from '@console/shared-ui/basics';
import { CollectionsSection } from '../collections/collections-section';
import { messages } from '../messages';
import { ProductSearch } from './product-search';

export function ProductsPage() {
  return (
    <Page title={messages.products.title}>
      <CollectionsSection />
      <ProductSearch />
    </Page>
  );
}
