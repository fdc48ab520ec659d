import { makeStyles, PickerField, tokens } from '@console/shared-ui/basics';
import { InteractionTag, InteractionTagPrimary, InteractionTagSecondary, TagGroup } from '@console/shared-ui/tags';
import { nameOf, type Named } from './jobs.queries';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  tags: { flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  tag: { maxWidth: '100%' },
  name: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
});

export interface ManyPickerProps {
  label: string;
  hint?: string;
  placeholder: string;
  /** Said where there is nothing (more) to choose. */
  empty: string;
  /** What the button of a chosen one does, read after its name. */
  removeLabel: string;
  rows: readonly Named[];
  /** Ids. */
  value: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** Several of many: those chosen as tags that a click takes off, and a picker of the others. */
export function ManyPicker({ label, hint, placeholder, empty, removeLabel, rows, value, onChange }: ManyPickerProps) {
  const styles = useStyles();
  const choices = rows.filter(({ id }) => !value.includes(id)).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={styles.column}>
      <PickerField
        {...{ label, hint, placeholder, empty, choices }}
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
            const name = nameOf(rows, id) ?? id;
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
