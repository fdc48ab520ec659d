import { Combobox, Field, makeStyles, Option, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { messages } from '../messages';
import { TruncatedText } from '../text/truncated-text';
import type { Choice } from './choice-fields';

/** Options drawn at once; a workspace may have thousands of rows. */
const SHOWN = 100;

const useStyles = makeStyles({
  box: { width: '100%', minWidth: 0 },
  input: { minWidth: 0, width: '100%', textOverflow: 'ellipsis' },
  list: { maxHeight: '320px' },
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
  const chosen = choices.find((choice) => choice.value === value);
  const wanted = (search ?? '').trim().toLocaleLowerCase();
  const matching = choices.filter((choice) => choice.label.toLocaleLowerCase().includes(wanted));
  const shown = matching.slice(0, SHOWN);
  return (
    <Field label={label} hint={hint}>
      <Combobox
        className={styles.box}
        input={{ className: styles.input }}
        listbox={{ className: styles.list }}
        placeholder={placeholder}
        disabled={disabled}
        value={search ?? chosen?.label ?? ''}
        selectedOptions={chosen ? [chosen.value] : []}
        onOptionSelect={(_, data) => {
          if (data.optionValue !== undefined) onChange(data.optionValue);
          setSearch(null);
        }}
        onOpenChange={(_, data) => setSearch(data.open ? '' : null)}
        onChange={(event) => setSearch(event.target.value)}
      >
        {shown.map((choice) => (
          <Option key={choice.value} value={choice.value} text={choice.label}>
            <span className={styles.option}>
              <TruncatedText>{choice.label}</TruncatedText>
              {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
            </span>
          </Option>
        ))}
        {shown.length === 0 && (
          <div className={styles.note}>{choices.length === 0 ? (empty ?? messages.empty) : messages.noneMatches}</div>
        )}
        {matching.length > SHOWN && <div className={styles.note}>{messages.moreChoices(matching.length - SHOWN)}</div>}
      </Combobox>
    </Field>
  );
}
