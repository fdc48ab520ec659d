import { FormDialog, PickerField } from '@console/shared-ui/basics';
import type { BulkDialogProps } from '@console/shared-ui/bulk';
import { useState } from 'react';
import { messages } from '../messages';
import { toSetChoices, useAllSets } from '../common/set-choices';

/** Dialog that selects the set for the selected products. */
export function SetDialog({ progress, onSubmit, ...dialog }: BulkDialogProps) {
  const sets = useAllSets();
  const [set, setSet] = useState('');
  return (
    <FormDialog
      {...dialog}
      submitDisabled={set === ''}
      error={sets.error ? messages.bulk.setsFailed : null}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(set);
      }}
    >
      <PickerField
        label={messages.columns.set}
        choices={toSetChoices(sets.data ?? [])}
        value={set}
        onChange={setSet}
        empty={messages.setList.none}
        hint={messages.bulk.setHint}
      />
      {progress}
    </FormDialog>
  );
}
