import type { Product } from '@console/shared-contract/api';
import { JsonForm, useWrite } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { saveProductMeta } from './product.queries';

const words = messages.product;

/** Meta data of a product as JSON. */
export function ProductMeta({ product }: { product: Product }) {
  const write = useWrite({
    send: (meta: unknown) => saveProductMeta(product, meta),
    success: { title: messages.saved },
    failure: words.metaFailed,
    reasons: { 409: messages.stale },
    changes: () => [{ topic: 'products', ids: [product.id] }],
  });
  return <JsonForm label={words.meta} saveLabel={words.saveMeta} value={product.meta_data} onSave={write.send} />;
}
