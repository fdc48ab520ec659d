import { Combobox, Field, makeStyles, Option, tokens } from '@fluentui/react-components';
import { type ReactNode, useEffect, useState } from 'react';
import { Thumbnail } from '../thumbnail/thumbnail';

/** Time after the last key press until a search starts. */
const SEARCH_DELAY_MS = 200;

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

/** A row that can be found by its name. */
export interface FindableRow {
  id: string;
  name: string;
}

export interface ThumbnailPickerProps<Row extends FindableRow> {
  label: string;
  placeholder: string;
  /** Text if no row matches the search. */
  noMatchText: string;
  /** Text for the number of matching rows that are not in the list. */
  formatMore: (count: number) => string;
  selected: FindableRow | null;
  onPick: (row: Row) => void;
  /** Called with the search text after a pause, and with null when the list closes. Pass a stable function. */
  onSearch: (text: string | null) => void;
  /** Search results; undefined while they load. */
  rows: readonly Row[] | undefined;
  /** Number of all matching rows. */
  total: number;
  getImageUrl: (row: Row) => string | null;
  /** Renders details below the name that distinguish rows. */
  renderDetails: (row: Row) => ReactNode;
}

/** A field that searches rows on the server by name and shows them with thumbnails. */
export function ThumbnailPicker<Row extends FindableRow>({
  label,
  placeholder,
  noMatchText,
  formatMore,
  selected: selectedRow,
  onPick,
  onSearch,
  rows,
  total,
  getImageUrl,
  renderDetails,
}: ThumbnailPickerProps<Row>) {
  const styles = useStyles();
  /** Search text; null while the list is closed. */
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text === null ? null : text.trim()), text ? SEARCH_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  const hiddenCount = total - (rows?.length ?? 0);
  return (
    <Field label={label}>
      <Combobox
        className={styles.box}
        placeholder={placeholder}
        autoComplete="off"
        value={text ?? selectedRow?.name ?? ''}
        selectedOptions={selectedRow ? [selectedRow.id] : []}
        onOpenChange={(_, { open }) => setText(open ? '' : null)}
        onChange={({ target }) => setText(target.value)}
        onOptionSelect={(_, { optionValue }) => {
          const row = rows?.find(({ id }) => id === optionValue);
          if (!row) return;
          onPick(row);
          setText(null);
        }}
      >
        {rows?.map((row) => (
          <Option key={row.id} value={row.id} text={row.name}>
            <span className={styles.option}>
              <Thumbnail src={getImageUrl(row)} alt="" width={48} height={48} />
              <span className={styles.text}>
                <span className={styles.name}>{row.name}</span>
                <span className={styles.facts}>{renderDetails(row)}</span>
              </span>
            </span>
          </Option>
        ))}
        {rows?.length === 0 && <div className={styles.note}>{noMatchText}</div>}
        {hiddenCount > 0 && <div className={styles.note}>{formatMore(hiddenCount)}</div>}
      </Combobox>
    </Field>
  );
}
