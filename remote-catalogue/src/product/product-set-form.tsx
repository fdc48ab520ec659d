import type { Product } from '@console/shared-contract/api';
import { PickerField, TextLink } from '@console/shared-ui/basics';
import { DraftForm, useDraftForm } from '@console/shared-ui/details';
import { useState } from 'react';
import { toSetChoices, useAllSets } from '../common/set-choices';
import { productPageMessages } from '../common/product-page-messages';
import { commonMessages } from '../common/common-messages';
import { productBulkMessages } from '../common/product-bulk-messages';
import { assignToSet } from './product.queries';

const productMessages = productPageMessages;
const toValues = ({ product_set }: Product) => ({ set: product_set?.id ?? '' });

/** Form for the set of a product, which is selected by name or id. The sets are loaded when the list is opened. */
export function ProductSetForm({ product }: { product: Product }) {
  const [wasOpened, setOpened] = useState(false);
  const productSets = useAllSets(wasOpened);
  const form = useDraftForm({
    row: product,
    toValues,
    labels: { set: commonMessages.columns.set },
    send: ({ set }, version) => assignToSet({ ...product, version }, set || null),
    success: { title: commonMessages.saved },
    failure: productMessages.changeSetFailed,
    changes: () => [{ topic: 'products', ids: [product.id] }, { topic: 'product-sets' }],
  });
  const { product_set: currentSet } = product;
  const choices = toSetChoices(productSets.data ?? (currentSet ? [{ ...currentSet, year: null }] : []));
  return (
    <DraftForm
      label={commonMessages.columns.set}
      form={form}
      saveLabel={productMessages.saveSet}
      actions={currentSet && <TextLink to={`/set/${currentSet.id}`}>{productMessages.openSetNamed(currentSet.name)}</TextLink>}
    >
      <PickerField
        label={commonMessages.columns.set}
        placeholder={productMessages.noSet}
        choices={[{ value: '', label: productMessages.noSet }, ...choices]}
        value={form.values.set}
        onChange={(set) => form.set({ set })}
        onOpen={() => setOpened(true)}
        hint={productSets.error ? productBulkMessages.setsFailed : undefined}
      />
    </DraftForm>
  );
}
