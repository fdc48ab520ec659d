import { makeStyles, MessageBar, MessageBarBody, PickerField, tokens } from '@console/shared-ui/basics';
import { importMessages } from './data/import-messages';
import { useTasksByDomain, type Domain } from './data/imports.queries';

const texts = importMessages.plan;
/** Choice value for a new task named after the import. */
export const NEW_TASK = 'new';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
});

interface TaskChoicesProps {
  /** The domains (such as detection) in which the import has labels that belong to no task. */
  domains: readonly Domain[];
  /** Number of labels that belong to no task. */
  labelCount: number;
  newTaskName: string;
  selectedTasks: Readonly<Partial<Record<Domain, string>>>;
  onChoose: (domain: Domain, task: string) => void;
}

/** Selects the tasks that receive labels without a task. */
export function TaskChoices({ domains, labelCount, newTaskName, selectedTasks, onChoose }: TaskChoicesProps) {
  const styles = useStyles();
  const tasks = useTasksByDomain(domains);
  return (
    <div className={styles.root}>
      <MessageBar intent="info">
        <MessageBarBody>{texts.withoutTask(labelCount)}</MessageBarBody>
      </MessageBar>
      <div className={styles.fields}>
        {domains.map((domain) => (
          <PickerField
            key={domain}
            label={texts.task[domain]}
            choices={[
              { value: '', label: texts.noTask },
              { value: NEW_TASK, label: texts.newTask(newTaskName) },
              ...(tasks.data?.[domain] ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={selectedTasks[domain] ?? ''}
            onChange={(task) => onChoose(domain, task)}
          />
        ))}
      </div>
    </div>
  );
}
