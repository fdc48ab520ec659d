import type { Product } from '@console/shared-contract/api';
import { DraftForm, DraftTextField, useDraftForm } from '@console/shared-ui/details';
import { validateName } from '@console/shared-ui/forms';
import { CollectionSelect } from '../collections/collection-select';
import { commonMessages } from '../common/common-messages';
import { productPageMessages } from '../common/product-page-messages';
import { updateProduct, type ProductValues } from './product.queries';

const toValues = ({ name, customer_product_id, product_collection }: Product): ProductValues => ({
  name,
  customer_product_id,
  collection: product_collection === null ? '' : String(product_collection),
});

const LABELS = {
  name: commonMessages.columns.name,
  customer_product_id: commonMessages.columns.customerProductId,
  collection: commonMessages.columns.type,
};

/** Form for the name, customer product id and collection of a product. */
export function ProductForm({ product }: { product: Product }) {
  const form = useDraftForm({
    row: product,
    toValues,
    labels: LABELS,
    validate: ({ name }) => ({ name: validateName(name, product.name) }),
    send: (values, version) => updateProduct(product.id, version, values),
    success: { title: commonMessages.saved },
    failure: productPageMessages.saveFailed,
    changes: () => [{ topic: 'products', ids: [product.id] }],
  });
  return (
    <DraftForm label={productPageMessages.facts} form={form} isPrimary>
      <DraftTextField form={form} name="name" label={commonMessages.columns.name} required />
      <DraftTextField form={form} name="customer_product_id" label={commonMessages.columns.customerProductId} />
      <CollectionSelect
        label={commonMessages.columns.type}
        value={form.values.collection}
        onChange={(collection) => form.set({ collection })}
      />
    </DraftForm>
  );
}
