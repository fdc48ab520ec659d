import { ColorControl, NameControl } from '../forms/controls';
import { EditDialog } from '../forms/edit-dialog';
import type { Written } from '../pages/use-write';
import type { RowValues } from '../rows/named-row';
import { InputSizeControl } from '../rows/input-size-control';

export interface RowDialogProps {
  title: string;
  submitLabel: string;
  initial: RowValues;
  onSubmit: (values: RowValues) => Promise<Written<unknown> | null>;
  onClose: () => void;
}

/** Name, and where `initial` has them colour and image size, of one row. Mounted per opening. */
export function RowDialog({ initial, onSubmit, ...dialog }: RowDialogProps) {
  return (
    <EditDialog<RowValues> {...dialog} initial={initial} onSubmit={(values) => onSubmit({ ...values, name: values.name.trim() })}>
      {({ control }) => (
        <>
          <NameControl control={control} name="name" />
          {initial.color !== undefined && <ColorControl control={control} name="color" />}
          {initial.inputSize !== undefined && <InputSizeControl control={control} name="inputSize" />}
        </>
      )}
    </EditDialog>
  );
}
