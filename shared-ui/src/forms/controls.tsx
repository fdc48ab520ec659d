import { NAME_LENGTH } from '@console/shared-contract/limits';
import { useFormState, type FieldValues } from 'react-hook-form';
import { ColorField } from '../fields/color-field';
import { TextAreaField, TextField, type TextAreaFieldProps, type TextFieldProps } from '../fields/text-fields';
import { rowMessages } from './row-messages';
import { fieldMessages } from '../fields/field-messages';
import { PickerField, type PickerFieldProps } from '../picker/picker-field';
import { useFormField, type ControlProps } from './use-form-field';

/** Labels of fields that many kinds of rows have, for `EditDialog`. */
export const commonLabels = { name: rowMessages.name, color: fieldMessages.colour, inputSize: rowMessages.inputSize };

/**
 * Returns the error message for a name that the server would refuse, or undefined. `savedName` is accepted even if it is short,
 * because an import may have created it.
 */
export function validateName(name: string, savedName = ''): string | undefined {
  const trimmedName = name.trim();
  const isUnchanged = trimmedName !== '' && trimmedName === savedName.trim();
  return isUnchanged || trimmedName.length >= NAME_LENGTH.min ? undefined : rowMessages.nameTooShort;
}

/** Props of a field component that the form control sets itself. */
type FormProps = 'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'error' | 'hint';

/** A `TextField` of a form. */
export function TextControl<Values extends FieldValues>({
  control,
  name,
  hint,
  requiredError,
  validate = () => true,
  ...props
}: ControlProps<Values, string> &
  Omit<TextFieldProps, FormProps> & {
    /** Error message for a blank field. If set, the field is marked as required. */
    requiredError?: string;
  }) {
  const field = useFormField<Values, string>({
    control,
    name,
    hint,
    validate: (value, values) => (requiredError !== undefined && value.trim() === '' ? requiredError : validate(value, values)),
  });
  return <TextField autoComplete="off" required={requiredError !== undefined} {...props} {...field} />;
}

/** A `TextAreaField` of a form. */
export function TextAreaControl<Values extends FieldValues>({
  control,
  name,
  hint,
  validate,
  ...props
}: ControlProps<Values, string> & Omit<TextAreaFieldProps, FormProps>) {
  return <TextAreaField {...props} {...useFormField({ control, name, hint, validate })} />;
}

/** A `PickerField` of a form. */
export function PickerControl<Values extends FieldValues>({
  control,
  name,
  hint,
  ...props
}: ControlProps<Values, string> & Omit<PickerFieldProps, FormProps>) {
  const { value, onChange, hint: shownHint } = useFormField<Values, string>({ control, name, hint });
  return <PickerField {...props} value={value} onChange={onChange} hint={shownHint} />;
}

/** Returns the names of all rows except `row`. Used to warn about duplicate names. */
export function listOtherNames(rows: readonly { id: string; name: string }[], row: { id: string } | null): readonly string[] {
  return rows.filter(({ id }) => id !== row?.id).map(({ name }) => name);
}

/**
 * Form field for the name of a label, task or type. The name needs at least two characters, unless it is the unchanged name of an imported
 * row. The code that sends the form must trim the name.
 */
export function NameControl<Values extends FieldValues>({
  control,
  name,
  existingNames = [],
}: Pick<ControlProps<Values, string>, 'control' | 'name'> & {
  /** Names of the other rows. A duplicate name is allowed, but shows a warning. */
  existingNames?: readonly string[];
}) {
  const { defaultValues } = useFormState({ control, name });
  return (
    <TextControl
      control={control}
      name={name}
      label={rowMessages.name}
      hint={(typedName) => (isNameUsed(typedName, existingNames) ? rowMessages.nameTaken : undefined)}
      required
      autoFocus
      validate={(typedName) => validateName(typedName, String(defaultValues?.[name] ?? '')) ?? true}
    />
  );
}

/** Whether `names` contains the name. Ignores letter case and surrounding spaces. Returns false for a blank name. */
export function isNameUsed(name: string, names: readonly string[]): boolean {
  const normalizedName = name.trim().toLocaleLowerCase();
  return normalizedName !== '' && names.some((existingName) => existingName.trim().toLocaleLowerCase() === normalizedName);
}

/** Form field for the colour of a label. */
export function ColorControl<Values extends FieldValues>(props: Pick<ControlProps<Values, string>, 'control' | 'name'>) {
  const { value, onChange } = useFormField<Values, string>(props);
  return <ColorField value={value} onChange={onChange} />;
}
