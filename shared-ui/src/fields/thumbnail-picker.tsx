import { Combobox, Field, makeStyles, Option, tokens } from '@fluentui/react-components';
import { type ReactNode, useEffect, useState } from 'react';
import { Thumbnail } from '../thumbnail/thumbnail';

/** After the last letter, in milliseconds. */
const REST = 200;

const useStyles = makeStyles({
  box: { width: '100%', minWidth: 0 },
  option: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  text: { minWidth: 0, display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS },
  name: {
    overflow: 'hidden',
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflowWrap: 'anywhere',
  },
  facts: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0, overflowWrap: 'anywhere' },
  note: { padding: tokens.spacingHorizontalS, color: tokens.colorNeutralForeground3 },
});

/** What can be found by name, with its picture. */
export interface FindableRow {
  id: string;
  name: string;
}

export interface ThumbnailPickerProps<Row extends FindableRow> {
  label: string;
  placeholder: string;
  /** Said where no row has what was typed. */
  noMatchText: string;
  /** Said where more match than are offered. */
  formatMore: (count: number) => string;
  selected: FindableRow | null;
  onPick: (row: Row) => void;
  /** What is looked for once the hand rests; null while nothing is. */
  onSearch: (text: string | null) => void;
  /** What was found; undefined until it is. */
  rows: readonly Row[] | undefined;
  /** How many match, offered or not. */
  total: number;
  getImageUrl: (row: Row) => string | null;
  /** What else tells one row from another, below its name. */
  renderDetails: (row: Row) => ReactNode;
}

/** One of a server's many rows by a part of its name; its picture is seen before it is chosen. */
export function ThumbnailPicker<Row extends FindableRow>({
  label,
  placeholder,
  noMatchText: none,
  formatMore: more,
  selected: chosen,
  onPick,
  onSearch: onLook,
  rows,
  total,
  getImageUrl: pictureOf,
  renderDetails: factsOf,
}: ThumbnailPickerProps<Row>) {
  const styles = useStyles();
  /** null: nothing is being looked for. */
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => onLook(text === null ? null : text.trim()), text ? REST : 0);
    return () => clearTimeout(timer);
  }, [text, onLook]);
  const left = total - (rows?.length ?? 0);
  return (
    <Field label={label}>
      <Combobox
        className={styles.box}
        placeholder={placeholder}
        autoComplete="off"
        value={text ?? chosen?.name ?? ''}
        selectedOptions={chosen ? [chosen.id] : []}
        onOpenChange={(_, { open }) => setText(open ? '' : null)}
        onChange={({ target }) => setText(target.value)}
        onOptionSelect={(_, { optionValue }) => {
          const picked = rows?.find(({ id }) => id === optionValue);
          if (!picked) return;
          onPick(picked);
          setText(null);
        }}
      >
        {rows?.map((row) => (
          <Option key={row.id} value={row.id} text={row.name}>
            <span className={styles.option}>
              <Thumbnail src={pictureOf(row)} alt="" width={48} height={48} cover />
              <span className={styles.text}>
                <span className={styles.name}>{row.name}</span>
                <span className={styles.facts}>{factsOf(row)}</span>
              </span>
            </span>
          </Option>
        ))}
        {rows?.length === 0 && <div className={styles.note}>{none}</div>}
        {left > 0 && <div className={styles.note}>{more(left)}</div>}
      </Combobox>
    </Field>
  );
}
