import type { Product } from '@console/shared-contract/api';
import { Button, SaveIcon, TextField } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { CollectionSelect } from '../collections/collection-select';
import { messages } from '../messages';
import { Buttons, FormGrid } from '../parts/form-grid';
import { nameError } from '../parts/name-rule';
import { useDraft } from '../parts/use-draft';
import { editProduct, type ProductValues } from './product.queries';

const valuesOf = ({ name, customer_product_id, product_collection }: Product): ProductValues => ({
  name,
  customer_product_id,
  collection: product_collection === null ? '' : String(product_collection),
});

/** Name, customer's id and collection of a product. */
export function ProductForm({ product }: { product: Product }) {
  const draft = useDraft(product, valuesOf);
  const [error, setError] = useState<string>();
  const write = useWrite({
    send: (values: ProductValues) => editProduct(product.id, draft.version, values),
    success: { title: messages.saved },
    failure: messages.product.saveFailed,
    reasons: { 409: messages.stale },
    changes: () => [{ topic: 'products', ids: [product.id] }],
  });
  const save = async () => {
    const wrong = nameError(draft.values.name);
    setError(wrong);
    if (wrong === undefined && draft.isDirty) draft.settle(await write.send(draft.values), draft.values);
  };
  return (
    <FormGrid label={messages.product.facts} onSubmit={() => void save()}>
      <TextField
        label={messages.columns.name}
        required
        autoComplete="off"
        value={draft.values.name}
        error={error}
        onChange={({ target }) => draft.set({ name: target.value })}
      />
      <TextField
        label={messages.columns.customerProductId}
        autoComplete="off"
        value={draft.values.customer_product_id}
        onChange={({ target }) => draft.set({ customer_product_id: target.value })}
      />
      <CollectionSelect
        label={messages.columns.type}
        value={draft.values.collection}
        onChange={(collection) => draft.set({ collection })}
      />
      <Buttons>
        <Button type="submit" appearance="primary" icon={<SaveIcon />} disabledFocusable={!draft.isDirty || write.isPending}>
          {messages.save}
        </Button>
      </Buttons>
    </FormGrid>
  );
}
