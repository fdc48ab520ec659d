import type { Product } from '@console/shared-contract/api';
import { DraftForm, DraftTextField, useDraftForm } from '@console/shared-ui/details';
import { validateName } from '@console/shared-ui/forms';
import { CollectionSelect } from '../collections/collection-select';
import { messages } from '../messages';
import { updateProduct, type ProductValues } from './product.queries';

const toValues = ({ name, customer_product_id, product_collection }: Product): ProductValues => ({
  name,
  customer_product_id,
  collection: product_collection === null ? '' : String(product_collection),
});

const LABELS = {
  name: messages.columns.name,
  customer_product_id: messages.columns.customerProductId,
  collection: messages.columns.type,
};

/** Form for the name, customer product id and collection of a product. */
export function ProductForm({ product }: { product: Product }) {
  const form = useDraftForm({
    row: product,
    toValues,
    labels: LABELS,
    validate: ({ name }) => ({ name: validateName(name, product.name) }),
    send: (values, version) => updateProduct(product.id, version, values),
    success: { title: messages.saved },
    failure: messages.product.saveFailed,
    changes: () => [{ topic: 'products', ids: [product.id] }],
  });
  return (
    <DraftForm label={messages.product.facts} form={form} isPrimary>
      <DraftTextField form={form} name="name" label={messages.columns.name} required />
      <DraftTextField form={form} name="customer_product_id" label={messages.columns.customerProductId} />
      <CollectionSelect
        label={messages.columns.type}
        value={form.values.collection}
        onChange={(collection) => form.set({ collection })}
      />
    </DraftForm>
  );
}
