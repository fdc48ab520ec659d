import type { Product } from '@console/shared-contract/api';
import { Button, SaveIcon, TextField } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { CollectionSelect } from '../collections/collection-select';
import { messages } from '../messages';
import { Buttons, FormGrid } from '../../../shared-ui/src/details/form-grid';
import { validateName } from '../common/validate-name';
import { useDraft } from '../../../shared-ui/src/details/use-draft';
import { updateProduct, type ProductValues } from './product.queries';

const toValues = ({ name, customer_product_id, product_collection }: Product): ProductValues => ({
  name,
  customer_product_id,
  collection: product_collection === null ? '' : String(product_collection),
});

/** Form for the name, customer product id and collection of a product. */
export function ProductForm({ product }: { product: Product }) {
  const draft = useDraft(product, toValues);
  const [error, setError] = useState<string>();
  const write = useWrite({
    send: (values: ProductValues) => updateProduct(product.id, draft.version, values),
    success: { title: messages.saved },
    failure: messages.product.saveFailed,
    reasons: { 409: messages.stale },
    changes: () => [{ topic: 'products', ids: [product.id] }],
  });
  const save = async () => {
    const nameError = validateName(draft.values.name);
    setError(nameError);
    if (nameError === undefined && draft.isDirty) draft.finishSave(await write.send(draft.values), draft.values);
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
