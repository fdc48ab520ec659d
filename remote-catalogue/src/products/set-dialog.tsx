import { FormDialog, PickerField } from '@console/shared-ui/basics';
import type { BulkDialogProps } from '@console/shared-ui/bulk';
import { useState } from 'react';
import { productBulkMessages } from '../common/product-bulk-messages';
import { commonMessages } from '../common/common-messages';
import { setListMessages } from '../common/set-list-messages';
import { toSetChoices, useAllSets } from '../common/set-choices';

/** Dialog that selects the set for the selected products. */
export function SetDialog({ progress, onSubmit, ...dialog }: BulkDialogProps) {
  const productSets = useAllSets();
  const [productSet, setSet] = useState('');
  return (
    <FormDialog
      {...dialog}
      submitDisabled={productSet === ''}
      error={productSets.error ? productBulkMessages.setsFailed : null}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(productSet);
      }}
    >
      <PickerField
        label={commonMessages.columns.set}
        choices={toSetChoices(productSets.data ?? [])}
        value={productSet}
        onChange={setSet}
        empty={setListMessages.none}
        hint={productBulkMessages.setHint}
      />
      {progress}
    </FormDialog>
  );
}
