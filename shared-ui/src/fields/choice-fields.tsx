import { Select, Switch, makeStyles, tokens } from '@fluentui/react-components';
import { Slider } from './slider';
import { LabelledField } from './labelled-field';

const useStyles = makeStyles({
  slider: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  rail: { flexGrow: 1 },
  value: { minWidth: '3em', textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
});

export interface Choice {
  value: string;
  label: string;
}

interface ControlledProps<Value> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  error?: string;
  hint?: string;
  disabled?: boolean;
}

/** A drop-down for a few choices. `placeholder` is the label of an empty choice, whose value is "". */
export function SelectField({
  label,
  value,
  onChange,
  choices,
  placeholder,
  error,
  hint,
  disabled,
  required: isRequired,
}: ControlledProps<string> & { choices: readonly Choice[]; placeholder?: string; required?: boolean }) {
  return (
    <LabelledField label={label} hint={hint} required={isRequired} error={error}>
      <Select value={value} disabled={disabled} onChange={(_, data) => onChange(data.value)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </LabelledField>
  );
}

/** A slider that shows its value. */
export function SliderField({
  label,
  value,
  onChange,
  min,
  max,
  step = 1,
  error,
  hint,
  disabled,
}: ControlledProps<number> & { min: number; max: number; step?: number }) {
  const styles = useStyles();
  return (
    <LabelledField label={label} hint={hint} error={error}>
      {(field) => (
        <div className={styles.slider}>
          <Slider
            {...field}
            className={styles.rail}
            value={value}
            min={min}
            max={max}
            step={step}
            disabled={disabled}
            onChange={(_, data) => onChange(data.value)}
          />
          <output className={styles.value}>{value}</output>
        </div>
      )}
    </LabelledField>
  );
}

export function SwitchField({ label, value, onChange, disabled }: Omit<ControlledProps<boolean>, 'error' | 'hint'>) {
  return <Switch label={label} checked={value} disabled={disabled} onChange={(_, data) => onChange(data.checked)} />;
}
