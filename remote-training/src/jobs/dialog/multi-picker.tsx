import { makeStyles, PickerField, tokens } from '@console/shared-ui/basics';
import { InteractionTag, InteractionTagPrimary, InteractionTagSecondary, TagGroup } from '@console/shared-ui/tags';
import { findName, type NamedEntity } from '../data/jobs.queries';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  tags: { flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  tag: { maxWidth: '100%' },
  name: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
});

interface MultiPickerProps {
  label: string;
  hint?: string;
  placeholder: string;
  /** Shown if there are no more choices. */
  empty: string;
  /** Label of the button that removes a selected entity. Screen readers announce it after the name. */
  removeLabel: string;
  rows: readonly NamedEntity[];
  /** Ids of the selected entities. */
  value: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** Selects several entities. Selected entities are shown as removable tags, and a picker adds more. */
export function MultiPicker({ label, hint, placeholder, empty, removeLabel, rows, value, onChange }: MultiPickerProps) {
  const styles = useStyles();
  const choices = rows.filter(({ id }) => !value.includes(id)).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={styles.column}>
      <PickerField
        label={label}
        hint={hint}
        placeholder={placeholder}
        empty={empty}
        choices={choices}
        value=""
        onChange={(id) => id !== '' && onChange([...value, id])}
      />
      {value.length > 0 && (
        <TagGroup
          aria-label={label}
          className={styles.tags}
          onDismiss={(_, data) => onChange(value.filter((id) => id !== data.value))}
        >
          {value.map((id) => {
            const name = findName(rows, id) ?? id;
            return (
              <InteractionTag key={id} value={id} size="small" className={styles.tag}>
                <InteractionTagPrimary hasSecondaryAction title={name} primaryText={{ className: styles.name }}>
                  {name}
                </InteractionTagPrimary>
                <InteractionTagSecondary aria-label={removeLabel} />
              </InteractionTag>
            );
          })}
        </TagGroup>
      )}
    </div>
  );
}
