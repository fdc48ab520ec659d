import { Field } from '@fluentui/react-components';
import { useMemo } from 'react';
import { messages } from '../messages';
import { Picker } from './picker';
import type { PickerChoice } from './picker-choice';

export interface PickerFieldProps {
  label: string;
  choices: readonly PickerChoice[];
  /** "" is none. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  hint?: string;
  /** Said in the list when there is nothing to choose from. */
  empty?: string;
  disabled?: boolean;
}

/** One of many, found by a part of its name. For a few choices take `SelectField`. */
export function PickerField({ label, choices, value, onChange, hint, ...picker }: PickerFieldProps) {
  const told = useMemo(() => withTellingDetails(choices), [choices]);
  return (
    <Field label={label} hint={hint}>
      <Picker
        choices={told}
        selected={told.some((choice) => choice.value === value) ? [value] : []}
        onSelect={([chosen = '']) => onChange(chosen)}
        {...picker}
      />
    </Field>
  );
}

/** Two choices of one name and without details of their own are told apart by the start of what they stand for. */
function withTellingDetails(choices: readonly PickerChoice[]): readonly PickerChoice[] {
  const count = new Map<string, number>();
  for (const { label } of choices) count.set(label, (count.get(label) ?? 0) + 1);
  return choices.map((choice) =>
    choice.detail === undefined && (count.get(choice.label) ?? 0) > 1
      ? { ...choice, detail: messages.idStart(choice.value.slice(0, 8)) }
      : choice,
  );
}
