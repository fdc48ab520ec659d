import { Caption1, Label, makeStyles, tokens, useId } from '@console/shared-ui/basics';
import { Checkbox } from '@console/shared-ui/choices';

const useStyles = makeStyles({ error: { color: tokens.colorPaletteRedForeground1 } });

export interface CheckboxGroupProps<Value extends string> {
  label: string;
  choices: Readonly<Record<Value, string>>;
  value: readonly Value[];
  onChange: (value: readonly Value[]) => void;
  error?: string;
}

/** Form field with a checkbox for each choice. A `Field` would give its id and label to all checkboxes. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { label, choices, value, onChange, error } = props;
  const styles = useStyles();
  const labelId = useId('label');
  const errorId = useId('error');
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={error && errorId}>
      <Label id={labelId}>{label}</Label>
      {(Object.entries(choices) as [Value, string][]).map(([choice, text]) => (
        <div key={choice}>
          <Checkbox
            label={text}
            checked={value.includes(choice)}
            onChange={(_, { checked }) =>
              onChange(checked === true ? [...value, choice] : value.filter((other) => other !== choice))
            }
          />
        </div>
      ))}
      {error && (
        <Caption1 id={errorId} role="alert" className={styles.error}>
          {error}
        </Caption1>
      )}
    </div>
  );
}
