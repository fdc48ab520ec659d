import { useState, type ReactNode } from 'react';
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { FormDialog } from '../dialogs/form-dialog';
import type { FieldLabels } from '../merge/field-labels';
import { MergeBar } from '../merge/merge-bar';
import type { WriteResult } from '../pages/use-write';
import { useLiveValues } from './use-live-values';

export interface EditDialogProps<Values extends FieldValues> {
  title: string;
  submitLabel: string;
  /**
   * Initial values of the form. If a saved value changes while the dialog is open, the field shows the new value unless the user has edited
   * it. For an edited field, the dialog asks which value to keep.
   */
  initial: DefaultValues<Values>;
  /** Labels of the fields, for messages about changes of other users. */
  labels?: FieldLabels<Values>;
  /** Names by id of the rows that fields refer to, for messages about changes of other users. */
  names?: ReadonlyMap<string, string>;
  /** Sends the values: `write.send` of a `useWrite` with `failureIn: 'form'`. The dialog closes on success and shows errors. */
  onSubmit: (values: Values) => Promise<WriteResult<unknown> | null>;
  onClose: () => void;
  /** Disables the submit button, for example while required data is missing. */
  submitDisabled?: boolean;
  /** Renders the form fields. */
  children: (form: UseFormReturn<Values>) => ReactNode;
}

/** A form in a dialog. Mount this component for each opening. Esc or a click outside asks before input is discarded. */
export function EditDialog<Values extends FieldValues>(props: EditDialogProps<Values>) {
  const { title, submitLabel, initial, labels, names, onSubmit, onClose, submitDisabled, children } = props;
  const form = useForm<Values>({ defaultValues: initial });
  const [sentValues, setSentValues] = useState<Values>();
  const merge = useLiveValues(form, initial as Values, { labels, names, sentValues });
  const [error, setError] = useState<string | null>(null);
  const { isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    if (merge.conflicts.length > 0) {
      merge.firstChoice.current?.focus();
      return;
    }
    setError(null);
    setSentValues(values);
    const result = await onSubmit(values);
    if (result?.ok) onClose();
    else if (result) setError(result.message);
  });
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      submitDisabled={submitDisabled}
      busy={isSubmitting}
      dirty={isDirty}
      error={error}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <MergeBar merge={merge} />
      {children(form)}
    </FormDialog>
  );
}
