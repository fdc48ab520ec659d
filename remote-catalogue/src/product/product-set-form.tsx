import type { Product } from '@console/shared-contract/api';
import { Button, SaveIcon, TextField, TextLink } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { Buttons, FormGrid } from '../parts/form-grid';
import { readId } from '../parts/read-id';
import { useDraft } from '../parts/use-draft';
import { putIntoSet } from './product.queries';

const words = messages.product;
const valuesOf = ({ product_set }: Product) => ({ set: product_set?.id ?? '' });

/** The set that a product is in, by its id; empty takes it out. */
export function ProductSetForm({ product }: { product: Product }) {
  const draft = useDraft(product, valuesOf);
  const write = useWrite({
    send: (set: string) => putIntoSet(product, set.trim() === '' ? null : readId(set)),
    success: { title: messages.saved },
    failure: words.setFailed,
    changes: () => [{ topic: 'products', ids: [product.id] }, { topic: 'product-sets' }],
  });
  const save = async () => {
    if (draft.isDirty) draft.settle(await write.send(draft.values.set), draft.values);
  };
  return (
    <FormGrid label={messages.columns.set} hasId onSubmit={() => void save()}>
      <TextField
        label={words.setId}
        autoComplete="off"
        placeholder={words.noSet}
        value={draft.values.set}
        onChange={({ target }) => draft.set({ set: target.value })}
      />
      <Buttons>
        <Button type="submit" icon={<SaveIcon />} disabledFocusable={!draft.isDirty || write.isPending}>
          {words.saveSet}
        </Button>
        {product.product_set && (
          <TextLink to={`/set/${product.product_set.id}`}>{words.openSetNamed(product.product_set.name)}</TextLink>
        )}
      </Buttons>
    </FormGrid>
  );
}
