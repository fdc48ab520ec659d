import { Combobox, Field, makeStyles, Option, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { messages } from '../messages';
import { TruncatedText } from '../text/truncated-text';
import type { Choice } from './choice-fields';
import { useGrowing } from './use-growing';

const useStyles = makeStyles({
  box: { width: '100%', minWidth: 0 },
  input: { minWidth: 0, width: '100%', textOverflow: 'ellipsis' },
  option: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  note: { padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`, color: tokens.colorNeutralForeground3 },
});

export interface PickerChoice extends Choice {
  /** A second line, smaller. */
  detail?: string;
}

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
export function PickerField({ label, choices, value, onChange, placeholder, hint, empty, disabled }: PickerFieldProps) {
  const styles = useStyles();
  const [search, setSearch] = useState<string | null>(null);
  // What was chosen when the list opened stands first, so that it is in sight among thousands.
  const [first, setFirst] = useState('');
  const chosen = choices.find((choice) => choice.value === value);
  const told = useMemo(() => withTellingDetails(choices), [choices]);
  const wanted = (search ?? '').trim().toLocaleLowerCase();
  const matching = useMemo(() => {
    const found = told.filter((choice) => choice.label.toLocaleLowerCase().includes(wanted));
    const at = found.findIndex((choice) => choice.value === first);
    return at > 0 ? [...found.slice(at, at + 1), ...found.slice(0, at), ...found.slice(at + 1)] : found;
  }, [told, wanted, first]);
  const { shown, onScroll } = useGrowing(matching.length, matching);
  return (
    <Field label={label} hint={hint}>
      <Combobox
        className={styles.box}
        input={{ className: styles.input }}
        listbox={{ onScroll }}
        placeholder={placeholder}
        disabled={disabled}
        value={search ?? chosen?.label ?? ''}
        selectedOptions={chosen ? [chosen.value] : []}
        onOptionSelect={(_, data) => {
          if (data.optionValue !== undefined) onChange(data.optionValue);
          setSearch(null);
        }}
        onOpenChange={(_, data) => {
          setSearch(data.open ? '' : null);
          if (data.open) setFirst(value);
        }}
        onChange={(event) => setSearch(event.target.value)}
      >
        {matching.slice(0, shown).map((choice, at) => (
          <Option
            key={choice.value}
            value={choice.value}
            text={choice.label}
            aria-setsize={matching.length}
            aria-posinset={at + 1}
          >
            <span className={styles.option}>
              <TruncatedText>{choice.label}</TruncatedText>
              {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
            </span>
          </Option>
        ))}
        {matching.length === 0 && (
          <div className={styles.note}>{choices.length === 0 ? (empty ?? messages.empty) : messages.noneMatches}</div>
        )}
      </Combobox>
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
