import { NAME_LENGTH } from '@console/shared-contract/limits';
import { useController, useFormState, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { ColorField } from '../fields/color-field';
import { TextField } from '../fields/text-fields';
import { messages } from '../messages';

const rowMessages = messages.rows;

/** Labels of the fields that many rows have, for `EditDialog`. */
export const commonLabels = { name: rowMessages.name, color: messages.colour, inputSize: rowMessages.inputSize };

/**
 * Returns the error message for a name that the server would refuse, or undefined. `savedName` is accepted even if it is short,
 * because an import may have created it.
 */
export function validateName(name: string, savedName = ''): string | undefined {
  const trimmedName = name.trim();
  const isUnchanged = trimmedName !== '' && trimmedName === savedName.trim();
  return isUnchanged || trimmedName.length >= NAME_LENGTH.min ? undefined : rowMessages.nameTooShort;
}

interface ControlProps<Values extends FieldValues> {
  control: Control<Values>;
  /** Name of the form field. */
  name: FieldPath<Values>;
}

/** Returns the names of all rows except one, for the warning about duplicate names. */
export function listOtherNames(rows: readonly { id: string; name: string }[], row: { id: string } | null): readonly string[] {
  return rows.filter(({ id }) => id !== row?.id).map(({ name }) => name);
}

/**
 * Form field for the name of a label, task or type: at least two characters, or the unchanged name of an imported row. The code
 * that sends the form must trim the name.
 */
export function NameControl<Values extends FieldValues>({
  control,
  name,
  existingNames,
}: ControlProps<Values> & {
  /** Existing names. A duplicate is allowed, but shows a warning. */
  existingNames?: readonly string[];
}) {
  const { defaultValues } = useFormState({ control, name });
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: (value: unknown) => validateName(trimName(value), trimName(defaultValues?.[name])) ?? true },
  });
  const typedName = trimName(field.value).toLocaleLowerCase();
  const isDuplicate = typedName !== '' && existingNames?.some((existing) => existing.trim().toLocaleLowerCase() === typedName);
  return (
    <TextField
      label={rowMessages.name}
      hint={isDuplicate ? rowMessages.nameTaken : undefined}
      required
      autoFocus
      autoComplete="off"
      error={fieldState.error?.message}
      {...field}
    />
  );
}

const trimName = (value: unknown) => String(value ?? '').trim();

/** Form field for the colour of a label. */
export function ColorControl<Values extends FieldValues>({ control, name }: ControlProps<Values>) {
  const { field } = useController({ control, name });
  return <ColorField value={String(field.value ?? '')} onChange={field.onChange} />;
}
