import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { SliderField } from '../fields/choice-fields';
import { messages } from '../messages';
import { inputSizes } from './input-size';

const words = messages.namedRows;

/** Side of the square that a model of the task learns from. */
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
    rules: { min: { value: inputSizes.invalidBelow, message: words.sizeTooSmall(inputSizes.invalidBelow) } },
  });
  return (
    <SliderField
      label={words.inputSize}
      min={inputSizes.min}
      max={inputSizes.max}
      step={inputSizes.step}
      value={Number(field.value ?? inputSizes.usual)}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  );
}
