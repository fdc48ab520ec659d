import { Field } from '@fluentui/react-components';
import { useMemo } from 'react';
import { pickerMessages } from './picker-messages';
import { Picker } from './picker';
import type { PickerChoice } from './picker-choice';

export interface PickerFieldProps {
  label: string;
  choices: readonly PickerChoice[];
  /** The selected value, or "" if nothing is selected. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  hint?: string;
  /** Text if there are no choices. */
  empty?: string;
  disabled?: boolean;
  /** Called when the list opens, for example to load the choices. */
  onOpen?: () => void;
}

/** A field to select one of many choices by name. For a few choices, use `SelectField`. */
export function PickerField({ label, choices, value, onChange, hint, ...picker }: PickerFieldProps) {
  const distinctChoices = useMemo(() => addDistinctDetails(choices), [choices]);
  return (
    <Field label={label} hint={hint}>
      <Picker
        choices={distinctChoices}
        selected={distinctChoices.some((choice) => choice.value === value) ? [value] : []}
        onSelect={([selected = '']) => onChange(selected)}
        {...picker}
      />
    </Field>
  );
}

/** Adds the start of the id to choices with the same name and without details, so that users can distinguish them. */
function addDistinctDetails(choices: readonly PickerChoice[]): readonly PickerChoice[] {
  const counts = new Map<string, number>();
  for (const { label } of choices) counts.set(label, (counts.get(label) ?? 0) + 1);
  return choices.map((choice) =>
    choice.detail === undefined && (counts.get(choice.label) ?? 0) > 1
      ? { ...choice, detail: pickerMessages.idStart(choice.value.slice(0, 8)) }
      : choice,
  );
}
