import type { RecognitionTask } from '@console/shared-contract/api';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { TaskPanel } from './task-panel';
import type { Labelling } from './state/use-labelling';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
});

/** A column of recognition tasks. */
export function TaskPanels({ tasks, labelling }: { tasks: readonly RecognitionTask[]; labelling: Labelling }) {
  const styles = useStyles();
  return (
    <div className={styles.column}>
      {tasks.map((task) => (
        <TaskPanel key={task.id} task={task} labelling={labelling} />
      ))}
    </div>
  );
}
