import { Button, CloseIcon, makeStyles, Picker } from '@console/shared-ui/basics';
import { useMemo } from 'react';
import { browserMessages } from '../data/browser-messages';
import type { LabelChoice, LabelChoices } from '../data/browser.queries';

const useStyles = makeStyles({
  // This width lets all filter controls fit on three lines in a window of 1366 px.
  frame: {
    position: 'relative',
    flexGrow: 1,
    flexBasis: '165px',
    maxWidth: '210px',
    '@media (max-width: 640px)': { flexBasis: '100%', maxWidth: 'none' },
  },
  clear: { position: 'absolute', top: '4px', right: '28px' },
  inputBesideClear: { boxSizing: 'border-box', paddingInlineEnd: '24px' },
});

interface LabelFilterProps {
  /** The filter's name, used as placeholder and accessible name. */
  label: string;
  labels: Omit<LabelChoices, 'data'> & { data: readonly Pick<LabelChoice, 'id' | 'name' | 'color'>[] | undefined };
  /** Whether only one value can be selected. */
  isSingle?: boolean;
  selected: readonly string[];
  onChange: (ids: readonly string[]) => void;
  noMatchText?: string;
}

/** A picker for labels, or other values of a filter, with substring search. */
export function LabelFilter({
  label,
  labels,
  isSingle = false,
  selected: selectedIds,
  onChange,
  noMatchText = browserMessages.noLabelMatches,
}: LabelFilterProps) {
  const styles = useStyles();
  const choices = useMemo(
    () => (labels.data ?? []).map(({ id, name, color }) => ({ value: id, label: name, color })),
    [labels.data],
  );
  return (
    <div className={styles.frame}>
      <Picker
        aria-label={label}
        multiple={!isSingle}
        choices={choices}
        selected={selectedIds}
        onSelect={onChange}
        placeholder={label}
        searchPlaceholder={browserMessages.labelSearch(label)}
        empty={
          labels.isError
            ? browserMessages.labelsFailed
            : labels.isPending
              ? browserMessages.loadingLabels
              : browserMessages.noLabels
        }
        noMatchText={noMatchText}
        inputClassName={selectedIds.length > 0 ? styles.inputBesideClear : undefined}
      />
      {selectedIds.length > 0 && (
        <Button
          className={styles.clear}
          size="small"
          appearance="transparent"
          icon={<CloseIcon />}
          aria-label={browserMessages.clearLabels(label)}
          onClick={() => onChange([])}
        />
      )}
    </div>
  );
}
