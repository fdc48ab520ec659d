import type { Product } from '@console/shared-contract/api';
import { TextField } from '@console/shared-ui/basics';
import { DraftForm, useDraftForm } from '@console/shared-ui/details';
import { CollectionSelect } from '../collections/collection-select';
import { validateName } from '../common/validate-name';
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
    validate: ({ name }) => ({ name: validateName(name) }),
    send: (values, version) => updateProduct(product.id, version, values),
    success: { title: messages.saved },
    failure: messages.product.saveFailed,
    changes: () => [{ topic: 'products', ids: [product.id] }],
  });
  const { values, set, errors } = form;
  return (
    <DraftForm label={messages.product.facts} form={form} isPrimary>
      <TextField
        label={messages.columns.name}
        required
        autoComplete="off"
        value={values.name}
        error={errors.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextField
        label={messages.columns.customerProductId}
        autoComplete="off"
        value={values.customer_product_id}
        onChange={({ target }) => set({ customer_product_id: target.value })}
      />
      <CollectionSelect label={messages.columns.type} value={values.collection} onChange={(collection) => set({ collection })} />
    </DraftForm>
  );
}
