import { Controller, useForm } from 'react-hook-form';
import { FormDialog } from '../dialogs/form-dialog';
import { SliderField } from '../fields/choice-fields';
import { ColorField } from '../fields/color-field';
import { TextField } from '../fields/text-fields';
import { messages } from '../messages';
import { describeRefusal } from '../states/error-state';
import { inputSizes } from './input-size';
import type { RowValues } from './named-row';

const words = messages.namedRows;
const MIN_LETTERS = 2;

export interface RowDialogProps {
  title: string;
  submitLabel: string;
  initial: RowValues;
  /** What is shown above the server's reason when `onSubmit` rejects. */
  failure: string;
  onSubmit: (values: RowValues) => Promise<void>;
  onClose: () => void;
}

/** Name, and where `initial` has them colour and image size, of one row. Mounted per opening. */
export function RowDialog({ title, submitLabel, initial, failure, onSubmit, onClose }: RowDialogProps) {
  const { control, handleSubmit, setError, formState } = useForm<RowValues>({ defaultValues: initial });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      await onSubmit({ ...values, name: values.name.trim() });
    } catch (error) {
      setError('root', { message: [failure, describeRefusal(error)].filter(Boolean).join(' ') });
    }
  });
  return (
    <FormDialog
      open
      title={title}
      submitLabel={submitLabel}
      busy={isSubmitting}
      error={errors.root?.message}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Controller
        control={control}
        name="name"
        rules={{ validate: (name) => name.trim().length >= MIN_LETTERS || words.nameTooShort }}
        render={({ field }) => (
          <TextField label={words.name} required autoFocus autoComplete="off" error={errors.name?.message} {...field} />
        )}
      />
      {initial.color !== undefined && (
        <Controller
          control={control}
          name="color"
          render={({ field }) => <ColorField value={field.value ?? ''} onChange={field.onChange} />}
        />
      )}
      {initial.inputSize !== undefined && (
        <Controller
          control={control}
          name="inputSize"
          rules={{ min: { value: inputSizes.invalidBelow, message: words.sizeTooSmall(inputSizes.invalidBelow) } }}
          render={({ field }) => (
            <SliderField
              label={words.inputSize}
              min={inputSizes.min}
              max={inputSizes.max}
              step={inputSizes.step}
              value={field.value ?? inputSizes.usual}
              onChange={field.onChange}
              error={errors.inputSize?.message}
            />
          )}
        />
      )}
    </FormDialog>
  );
}
