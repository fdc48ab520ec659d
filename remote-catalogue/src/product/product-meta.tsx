import type { Product } from '@console/shared-contract/api';
import { JsonForm } from '@console/shared-ui/details';
import { useWrite } from '@console/shared-ui/pages';
import { productPageMessages } from '../common/product-page-messages';
import { commonMessages } from '../common/common-messages';
import { saveProductMeta } from './product.queries';

const productMessages = productPageMessages;

/** JSON editor for the meta data of a product. */
export function ProductMeta({ product }: { product: Product }) {
  const write = useWrite({
    send: (meta: unknown) => saveProductMeta(product, meta),
    success: { title: commonMessages.saved },
    failure: productMessages.metaFailed,
    reasons: { 409: commonMessages.stale },
    changes: () => [{ topic: 'products', ids: [product.id] }],
  });
  return (
    <JsonForm label={productMessages.meta} saveLabel={productMessages.saveMeta} value={product.meta_data} onSave={write.send} />
  );
}
