import type { Product } from '@console/shared-contract/api';
import { Button, SaveIcon, TextField, TextLink } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { Buttons, FormGrid } from '../../../shared-ui/src/details/form-grid';
import { parseId } from '../../../shared-ui/src/format/parse-ids';
import { useDraft } from '../../../shared-ui/src/details/use-draft';
import { assignToSet } from './product.queries';

const productMessages = messages.product;
const toValues = ({ product_set }: Product) => ({ set: product_set?.id ?? '' });

/** Form for the set of a product. An empty id removes the product from its set. */
export function ProductSetForm({ product }: { product: Product }) {
  const draft = useDraft(product, toValues);
  const write = useWrite({
    send: (set: string) => assignToSet(product, set.trim() === '' ? null : parseId(set)),
    success: { title: messages.saved },
    failure: productMessages.setFailed,
    changes: () => [{ topic: 'products', ids: [product.id] }, { topic: 'product-sets' }],
  });
  const save = async () => {
    if (draft.isDirty) draft.finishSave(await write.send(draft.values.set), draft.values);
  };
  return (
    <FormGrid label={messages.columns.set} hasId onSubmit={() => void save()}>
      <TextField
        label={productMessages.setId}
        autoComplete="off"
        placeholder={productMessages.noSet}
        value={draft.values.set}
        onChange={({ target }) => draft.set({ set: target.value })}
      />
      <Buttons>
        <Button type="submit" icon={<SaveIcon />} disabledFocusable={!draft.isDirty || write.isPending}>
          {productMessages.saveSet}
        </Button>
        {product.product_set && (
          <TextLink to={`/set/${product.product_set.id}`}>{productMessages.openSetNamed(product.product_set.name)}</TextLink>
        )}
      </Buttons>
    </FormGrid>
  );
}
