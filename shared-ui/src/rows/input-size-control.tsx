import type { FieldValues } from 'react-hook-form';
import { SliderControl } from '../forms/choice-controls';
import type { ControlProps } from '../forms/use-form-field';
import { rowMessages } from '../forms/row-messages';
import { INPUT_SIZES } from './input-size';

const { inputSize: label, sizeTooSmall } = rowMessages;
const { min, max, step, invalidBelow } = INPUT_SIZES;

/** Form field for the image size with which models of the task are trained. */
export function InputSizeControl<Values extends FieldValues>(field: Pick<ControlProps<Values, number>, 'control' | 'name'>) {
  const validate = (size: number) => size >= invalidBelow || sizeTooSmall(invalidBelow);
  return <SliderControl {...field} label={label} min={min} max={max} step={step} validate={validate} />;
}
