import { makeStyles, PickerField, tokens } from '@console/shared-ui/basics';
import { InteractionTag, InteractionTagPrimary, InteractionTagSecondary, TagGroup } from '@console/shared-ui/tags';
import { messages } from '../messages';
import { nameOf, type Named } from './jobs.queries';

const words = messages.jobForm;
const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  tags: { flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  tag: { maxWidth: '100%' },
  name: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
});

export interface TaskPickerProps {
  tasks: readonly Named[];
  /** Ids. */
  value: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** Several recognition tasks: those chosen as tags that a click takes off, and a picker of the others. */
export function TaskPicker({ tasks, value, onChange }: TaskPickerProps) {
  const styles = useStyles();
  const choices = tasks.filter(({ id }) => !value.includes(id)).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={styles.column}>
      <PickerField
        label={words.tasks}
        placeholder={words.addTask}
        empty={words.noTasks}
        choices={choices}
        value=""
        onChange={(id) => onChange([...value, id])}
      />
      {value.length > 0 && (
        <TagGroup
          aria-label={words.tasks}
          className={styles.tags}
          onDismiss={(_, data) => onChange(value.filter((id) => id !== data.value))}
        >
          {value.map((id) => {
            const name = nameOf(tasks, id) ?? id;
            return (
              <InteractionTag key={id} value={id} size="small" className={styles.tag}>
                <InteractionTagPrimary hasSecondaryAction title={name} primaryText={{ className: styles.name }}>
                  {name}
                </InteractionTagPrimary>
                <InteractionTagSecondary aria-label={words.removeTask} />
              </InteractionTag>
            );
          })}
        </TagGroup>
      )}
    </div>
  );
}
