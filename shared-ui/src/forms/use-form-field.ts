import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

/** Common props of form controls. `Value` is the type of the field's value. */
export interface ControlProps<Values extends FieldValues, Value> {
  control: Control<Values>;
  /** Name of the form field. */
  name: FieldPath<Values>;
  label: string;
  hint?: string | ((value: Value) => string | undefined);
  /** Returns true for a valid value, or the error message. */
  validate?: (value: Value, values: Values) => true | string;
}

/** Connects a control to its form field. Returns its value, its events, its hint and its error. */
export function useFormField<Values extends FieldValues, Value>({
  control,
  name,
  hint,
  validate,
}: Omit<ControlProps<Values, Value>, 'label'>) {
  const { field, fieldState } = useController({
    control,
    name,
    rules: validate && { validate: (value: unknown, values: Values) => validate(value as Value, values) },
  });
  const value = field.value as Value;
  return { ...field, value, hint: typeof hint === 'function' ? hint(value) : hint, error: fieldState.error?.message };
}
