import { makeStyles, MessageBar, MessageBarBody, PickerField, tokens } from '@console/shared-ui/basics';
import { importMessages } from './data/import-messages';
import { useTasksByDomain, type Domain } from './data/imports.queries';

const texts = importMessages.plan;
/** Choice value for a new task named after the import. */
export const NEW_TASK = 'new';

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
});

interface TaskChoicesProps {
  /** Domains with labels that belong to no task; `count` is the number of these labels. */
  domains: readonly Domain[];
  labelCount: number;
  newTaskName: string;
  selectedTasks: Readonly<Partial<Record<Domain, string>>>;
  onChoose: (domain: Domain, task: string) => void;
}

/** Selects the tasks that receive labels without a task. */
export function TaskChoices({
  domains,
  labelCount: count,
  newTaskName: newName,
  selectedTasks: chosen,
  onChoose,
}: TaskChoicesProps) {
  const styles = useStyles();
  const tasks = useTasksByDomain(domains);
  return (
    <div className={styles.part}>
      <MessageBar intent="info">
        <MessageBarBody>{texts.withoutTask(count)}</MessageBarBody>
      </MessageBar>
      <div className={styles.fields}>
        {domains.map((domain) => (
          <PickerField
            key={domain}
            label={texts.task[domain]}
            choices={[
              { value: '', label: texts.noTask },
              { value: NEW_TASK, label: texts.newTask(newName) },
              ...(tasks.data?.[domain] ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={chosen[domain] ?? ''}
            onChange={(task) => onChoose(domain, task)}
          />
        ))}
      </div>
    </div>
  );
}
