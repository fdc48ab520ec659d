import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { SliderField } from '../fields/choice-fields';
import { messages } from '../messages';
import { INPUT_SIZES } from './input-size';

const rowMessages = messages.rows;

/** Form field for the image size with which models of the task are trained. */
export function InputSizeControl<Values extends FieldValues>({
  control,
  name,
}: {
  control: Control<Values>;
  name: FieldPath<Values>;
}) {
  const { field, fieldState } = useController({
    control,
    name,
    rules: { min: { value: INPUT_SIZES.invalidBelow, message: rowMessages.sizeTooSmall(INPUT_SIZES.invalidBelow) } },
  });
  return (
    <SliderField
      label={rowMessages.inputSize}
      min={INPUT_SIZES.min}
      max={INPUT_SIZES.max}
      step={INPUT_SIZES.step}
      value={Number(field.value ?? INPUT_SIZES.default)}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  );
}
