import { Combobox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { pickerMessages } from './picker-messages';
import { messages } from '../messages';
import { findChoices, type PickerChoice } from './picker-choice';
import { PickerOptions, useVirtualOptions } from './picker-options';

const useStyles = makeStyles({
  box: { width: '100%', minWidth: 0 },
  input: { minWidth: 0, width: '100%', textOverflow: 'ellipsis' },
  note: { padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`, color: tokens.colorNeutralForeground3 },
});

export interface PickerProps {
  choices: readonly PickerChoice[];
  /** Values of the selected choices. */
  selected: readonly string[];
  /** Called with the list of all selected values, even if only one choice can be selected. */
  onSelect: (values: readonly string[]) => void;
  /** Whether several choices can be selected. The list then stays open after a selection. */
  multiple?: boolean;
  placeholder?: string;
  /** Replaces `placeholder` while the list is open. */
  searchPlaceholder?: string;
  /** Message if there are no choices. */
  empty?: string;
  /** Message if no choice matches the search. */
  noMatchText?: string;
  disabled?: boolean;
  /** Returns the choices for a search text, best match first. Default: choices whose names contain the text. Pass a stable function. */
  rank?: (choices: readonly PickerChoice[], typed: string) => readonly PickerChoice[];
  onOpen?: () => void;
  /** Accessible name, if there is no `Field` around the picker. */
  'aria-label'?: string;
  inputClassName?: string;
}

/** Selects one or several of many choices by name. Choices that were selected when the list opened come first. */
export function Picker(props: PickerProps) {
  const {
    choices,
    selected: selectedValues,
    onSelect,
    multiple = false,
    placeholder,
    searchPlaceholder = placeholder,
    disabled,
  } = props;
  const { empty = messages.empty, noMatchText = pickerMessages.noneMatches, inputClassName, rank, onOpen } = props;
  const styles = useStyles();
  const [search, setSearch] = useState<string | null>(null);
  const [firstValues, setFirstValues] = useState<readonly string[]>([]);
  const [activeValue, setActiveValue] = useState<string | null>(null);
  const matchingChoices = useMemo(() => {
    if (search === null) return [];
    return rank ? rank(choices, search) : findChoices(choices, search, firstValues);
  }, [choices, search, firstValues, rank]);
  // Load the code for long lists in this component, so that Fluent's combobox renders again when the code has loaded.
  const VirtualOptions = useVirtualOptions(matchingChoices.length);
  const names = useMemo(() => joinNames(choices, selectedValues), [choices, selectedValues]);
  return (
    <Combobox
      className={styles.box}
      input={{ className: mergeClasses(styles.input, inputClassName) }}
      aria-label={props['aria-label']}
      placeholder={search === null ? placeholder : searchPlaceholder}
      disabled={disabled}
      multiselect={multiple}
      value={search ?? names}
      title={search === null && selectedValues.length > 0 ? names : undefined}
      selectedOptions={[...selectedValues]}
      onOptionSelect={(event, { optionValue, selectedOptions }) => {
        // Fluent would select the active option when the user leaves the list with Tab, which users do not expect.
        if ('key' in event && event.key === 'Tab') return;
        // Fluent clears the selection if no name starts with the typed text. Ignore this event.
        if (optionValue === undefined) return;
        onSelect(multiple ? selectedOptions : [optionValue]);
        if (!multiple) setSearch(null);
      }}
      onOpenChange={(_, { open }) => {
        setSearch(open ? '' : null);
        setActiveValue(null);
        if (!open) return;
        setFirstValues(selectedValues);
        onOpen?.();
      }}
      onChange={(event) => setSearch(event.target.value)}
      onActiveOptionChange={(_, { nextOption }) => setActiveValue(nextOption?.value ?? null)}
    >
      {search !== null && <PickerOptions VirtualOptions={VirtualOptions} choices={matchingChoices} activeValue={activeValue} />}
      {search !== null && matchingChoices.length === 0 && (
        <div className={styles.note}>{choices.length === 0 ? empty : noMatchText}</div>
      )}
    </Combobox>
  );
}

function joinNames(choices: readonly PickerChoice[], selected: readonly string[]): string {
  if (selected.length === 0) return '';
  const values = new Set(selected);
  return choices
    .filter(({ value }) => values.has(value))
    .map(({ label }) => label)
    .join(', ');
}
