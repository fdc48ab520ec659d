import { FormDialog, PickerField } from '@console/shared-ui/basics';
import type { BulkDialogProps } from '@console/shared-ui/bulk';
import { useState } from 'react';
import { productBulkMessages } from '../common/product-bulk-messages';
import { commonMessages } from '../common/common-messages';
import { setListMessages } from '../common/set-list-messages';
import { toSetChoices, useAllSets } from '../common/set-choices';

/** Dialog that selects the set for the selected products. */
export function SetDialog({ progress, onSubmit, ...dialog }: BulkDialogProps) {
  const sets = useAllSets();
  const [set, setSet] = useState('');
  return (
    <FormDialog
      {...dialog}
      submitDisabled={set === ''}
      error={sets.error ? productBulkMessages.setsFailed : null}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(set);
      }}
    >
      <PickerField
        label={commonMessages.columns.set}
        choices={toSetChoices(sets.data ?? [])}
        value={set}
        onChange={setSet}
        empty={setListMessages.none}
        hint={productBulkMessages.setHint}
      />
      {progress}
    </FormDialog>
  );
}
