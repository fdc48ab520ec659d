import { useState, type ReactNode } from 'react';
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { FormDialog } from '../dialogs/form-dialog';
import type { WriteResult } from '../pages/use-write';

export interface EditDialogProps<Values extends FieldValues> {
  title: string;
  submitLabel: string;
  /** What the form starts with. */
  initial: DefaultValues<Values>;
  /** Sends it: `write.send` of a `useWrite` with `failureIn: 'form'`. It closes when that went well, and says why when not. */
  onSubmit: (values: Values) => Promise<WriteResult<unknown> | null>;
  onClose: () => void;
  /** What the form needs is not there yet. */
  submitDisabled?: boolean;
  /** The fields. */
  children: (form: UseFormReturn<Values>) => ReactNode;
}

/** A form in a dialog, mounted per opening. What is typed is not lost by Esc or a click outside. */
export function EditDialog<Values extends FieldValues>(props: EditDialogProps<Values>) {
  const { title, submitLabel, initial, onSubmit, onClose, submitDisabled, children } = props;
  const form = useForm<Values>({ defaultValues: initial });
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setRefusal(null);
    const written = await onSubmit(values);
    if (written?.ok) onClose();
    else if (written) setRefusal(written.message);
  });
  return (
    <FormDialog
      open
      title={title}
      submitLabel={submitLabel}
      submitDisabled={submitDisabled}
      busy={isSubmitting}
      dirty={isDirty}
      error={refusal}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {children(form)}
    </FormDialog>
  );
}
