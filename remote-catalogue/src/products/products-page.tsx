import { Page } from '@console/shared-ui/basics';
import { CollectionsSection } from '../collections/collections-section';
import { productListMessages } from '../common/product-list-messages';
import { ProductSearch } from './product-search';

export function ProductsPage() {
  return (
    <Page title={productListMessages.title}>
      <CollectionsSection />
      <ProductSearch />
    </Page>
  );
}
