import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { ColorField } from '../fields/color-field';
import { TextField } from '../fields/text-fields';
import { messages } from '../messages';

const rowMessages = messages.rows;
const MIN_LETTERS = 2;

interface ControlProps<Values extends FieldValues> {
  control: Control<Values>;
  /** Field of the form. */
  name: FieldPath<Values>;
}

/** Names of the other rows, of which a second one is warned of. */
export function listOtherNames(rows: readonly { id: string; name: string }[], row: { id: string } | null): readonly string[] {
  return rows.filter(({ id }) => id !== row?.id).map(({ name }) => name);
}

/** The name of a label, task or type: at least two letters, trimmed by whoever sends it. */
export function NameControl<Values extends FieldValues>({
  control,
  name,
  existingNames: taken,
}: ControlProps<Values> & {
  /** Names that there are: one of them can be given once more, but is warned of. */
  existingNames?: readonly string[];
}) {
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: (value: unknown) => String(value ?? '').trim().length >= MIN_LETTERS || rowMessages.nameTooShort },
  });
  const typed = String(field.value ?? '')
    .trim()
    .toLocaleLowerCase();
  const isTaken = typed !== '' && taken?.some((each) => each.trim().toLocaleLowerCase() === typed);
  return (
    <TextField
      label={rowMessages.name}
      hint={isTaken ? rowMessages.nameTaken : undefined}
      required
      autoFocus
      autoComplete="off"
      error={fieldState.error?.message}
      {...field}
    />
  );
}

/** The colour of a label. */
export function ColorControl<Values extends FieldValues>({ control, name }: ControlProps<Values>) {
  const { field } = useController({ control, name });
  return <ColorField value={String(field.value ?? '')} onChange={field.onChange} />;
}
