import type { FieldValues } from 'react-hook-form';
import { SelectField, SliderField, SwitchField, type Choice } from '../fields/choice-fields';
import { useFormField, type ControlProps } from './use-form-field';

/** A `SelectField` of a form. */
export function SelectControl<Values extends FieldValues>({
  control,
  name,
  validate,
  hint,
  ...props
}: ControlProps<Values, string> & { choices: readonly Choice[]; placeholder?: string; disabled?: boolean }) {
  return <SelectField {...props} {...useFormField({ control, name, validate, hint })} />;
}

/** A `SliderField` of a form. */
export function SliderControl<Values extends FieldValues>({
  control,
  name,
  validate,
  hint,
  ...props
}: ControlProps<Values, number> & { min: number; max: number; step?: number }) {
  return <SliderField {...props} {...useFormField({ control, name, validate, hint })} />;
}

/** A `SwitchField` of a form. */
export function SwitchControl<Values extends FieldValues>({
  control,
  name,
  label,
}: Pick<ControlProps<Values, boolean>, 'control' | 'name' | 'label'>) {
  const { value, onChange } = useFormField<Values, boolean>({ control, name });
  return <SwitchField label={label} value={value} onChange={onChange} />;
}
