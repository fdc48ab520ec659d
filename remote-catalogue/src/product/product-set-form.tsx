import type { Product } from '@console/shared-contract/api';
import { TextField, TextLink } from '@console/shared-ui/basics';
import { DraftForm, useDraftForm } from '@console/shared-ui/details';
import { parseId } from '@console/shared-ui/format';
import { messages } from '../messages';
import { assignToSet } from './product.queries';

const productMessages = messages.product;
const toValues = ({ product_set }: Product) => ({ set: product_set?.id ?? '' });

/** Form for the set of a product. An empty id removes the product from its set. */
export function ProductSetForm({ product }: { product: Product }) {
  const form = useDraftForm({
    row: product,
    toValues,
    labels: { set: productMessages.setId },
    send: ({ set }, version) => assignToSet({ ...product, version }, set.trim() === '' ? null : parseId(set)),
    success: { title: messages.saved },
    failure: productMessages.setFailed,
    changes: () => [{ topic: 'products', ids: [product.id] }, { topic: 'product-sets' }],
  });
  const { product_set: currentSet } = product;
  return (
    <DraftForm
      label={messages.columns.set}
      hasId
      form={form}
      saveLabel={productMessages.saveSet}
      actions={currentSet && <TextLink to={`/set/${currentSet.id}`}>{productMessages.openSetNamed(currentSet.name)}</TextLink>}
    >
      <TextField
        label={productMessages.setId}
        autoComplete="off"
        placeholder={productMessages.noSet}
        value={form.values.set}
        onChange={({ target }) => form.set({ set: target.value })}
      />
    </DraftForm>
  );
}
