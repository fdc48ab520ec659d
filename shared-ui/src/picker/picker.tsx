import { Combobox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { messages } from '../messages';
import { matchingChoices, type PickerChoice } from './picker-choice';
import { PickerOptions, useLongList } from './picker-options';

const useStyles = makeStyles({
  box: { width: '100%', minWidth: 0 },
  input: { minWidth: 0, width: '100%', textOverflow: 'ellipsis' },
  note: { padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`, color: tokens.colorNeutralForeground3 },
});

export interface PickerProps {
  choices: readonly PickerChoice[];
  /** Values of the choices that are chosen. */
  selected: readonly string[];
  /** All that is chosen then; of one choice an array of one. */
  onSelect: (values: readonly string[]) => void;
  /** Several may be chosen, and the list stays open. */
  multiple?: boolean;
  placeholder?: string;
  /** In place of `placeholder` while the list is open. */
  searchPlaceholder?: string;
  /** Said in the list when there is nothing to choose from. */
  empty?: string;
  /** Said when no name has in it what was typed. */
  noneMatches?: string;
  disabled?: boolean;
  /** The choices for what was typed, the best first; without it those that have it in their names, what is chosen first. Keep it stable. */
  rank?: (choices: readonly PickerChoice[], typed: string) => readonly PickerChoice[];
  onOpen?: () => void;
  /** Where no `Field` around it names it. */
  'aria-label'?: string;
  inputClassName?: string;
}

/** One or several of many, found by a part of the name; what was chosen when the list opened stands first. */
export function Picker(props: PickerProps) {
  const {
    choices,
    selected: chosen,
    onSelect: onChoose,
    multiple: several = false,
    placeholder,
    searchPlaceholder = placeholder,
    disabled,
  } = props;
  const { empty = messages.empty, noneMatches = messages.noneMatches, inputClassName, rank, onOpen } = props;
  const styles = useStyles();
  const [search, setSearch] = useState<string | null>(null);
  const [first, setFirst] = useState<readonly string[]>([]);
  const [activeValue, setActiveValue] = useState<string | null>(null);
  const matching = useMemo(() => {
    if (search === null) return [];
    return rank ? rank(choices, search) : matchingChoices(choices, search, first);
  }, [choices, search, first, rank]);
  // Asked for here, so that Fluent sees the list change when the code for long ones has come.
  const LongList = useLongList(matching.length);
  const names = useMemo(() => namesOf(choices, chosen), [choices, chosen]);
  return (
    <Combobox
      className={styles.box}
      input={{ className: mergeClasses(styles.input, inputClassName) }}
      aria-label={props['aria-label']}
      placeholder={search === null ? placeholder : searchPlaceholder}
      disabled={disabled}
      multiselect={several}
      value={search ?? names}
      title={search === null && chosen.length > 1 ? names : undefined}
      selectedOptions={[...chosen]}
      onOptionSelect={(event, { optionValue, selectedOptions }) => {
        // Fluent takes the active option when Tab leaves the list: who leaves has chosen nothing.
        if ('key' in event && event.key === 'Tab') return;
        // With each letter that does not begin a name Fluent takes the choice back, which is no wish of the person.
        if (optionValue === undefined) return;
        onChoose(several ? selectedOptions : [optionValue]);
        if (!several) setSearch(null);
      }}
      onOpenChange={(_, { open }) => {
        setSearch(open ? '' : null);
        setActiveValue(null);
        if (!open) return;
        setFirst(chosen);
        onOpen?.();
      }}
      onChange={(event) => setSearch(event.target.value)}
      onActiveOptionChange={(_, { nextOption }) => setActiveValue(nextOption?.value ?? null)}
    >
      {search !== null && <PickerOptions LongList={LongList} choices={matching} activeValue={activeValue} />}
      {search !== null && matching.length === 0 && (
        <div className={styles.note}>{choices.length === 0 ? empty : noneMatches}</div>
      )}
    </Combobox>
  );
}

function namesOf(choices: readonly PickerChoice[], chosen: readonly string[]): string {
  if (chosen.length === 0) return '';
  const wanted = new Set(chosen);
  return choices
    .filter(({ value }) => wanted.has(value))
    .map(({ label }) => label)
    .join(', ');
}
