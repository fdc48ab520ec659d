import { Caption1, Label, makeStyles, tokens, useId } from '@console/shared-ui/basics';
import { Checkbox } from '@console/shared-ui/choices';
import { useFormField, type ControlProps, type FieldValues } from '@console/shared-ui/forms';

const useStyles = makeStyles({
  hint: { color: tokens.colorNeutralForeground3 },
  error: { color: tokens.colorPaletteRedForeground1 },
});

/** Form field with a checkbox for each choice. Does not use Fluent's `Field`, which would give the same id and label to all checkboxes. */
export function CheckboxGroupControl<Values extends FieldValues, Value extends string>({
  label,
  choices,
  ...field
}: ControlProps<Values, readonly Value[]> & { choices: Readonly<Record<Value, string>> }) {
  const styles = useStyles();
  const { value, onChange, hint, error } = useFormField<Values, readonly Value[]>(field);
  const labelId = useId('label');
  const noteId = useId('note');
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={error || hint ? noteId : undefined}>
      <Label id={labelId}>{label}</Label>
      {(Object.entries(choices) as [Value, string][]).map(([choice, text]) => (
        <div key={choice}>
          <Checkbox
            label={text}
            checked={value.includes(choice)}
            onChange={(_, { checked }) =>
              onChange(checked === true ? [...value, choice] : value.filter((selectedChoice) => selectedChoice !== choice))
            }
          />
        </div>
      ))}
      {(error || hint) && (
        <Caption1 block id={noteId} role={error && 'alert'} className={error ? styles.error : styles.hint}>
          {error ?? hint}
        </Caption1>
      )}
    </div>
  );
}
