import type { RecognitionTask } from '@console/shared-contract/api';
import { makeStyles, Picker, tokens } from '@console/shared-ui/basics';
import { useState } from 'react';
import { recognitionMessages } from './state/recognition-messages';
import { useScreen } from '../context/screen-context';
import { getRememberedTask, rememberTask } from '../preferences/user-preferences';
import { PresentLabels } from './present-labels';
import { TaskPanels } from './task-panel';
import type { Labelling } from './state/use-labelling';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
});

/** Maximum number of tasks that are shown together. If there are more, the user selects one. */
const MAX_SHOWN_TASKS = 10;

/** Shows the labels of the image or object, and the tasks from which the user chooses labels. */
export function RecognitionCard({ labelling, tasks }: { labelling: Labelling; tasks: readonly RecognitionTask[] }) {
  const styles = useStyles();
  const { image } = useScreen();
  const [chosenTaskId, setChosenTaskId] = useState(() => getRememberedTask(image.workspace));
  const hasTaskPicker = tasks.length > MAX_SHOWN_TASKS;
  return (
    <div className={styles.column}>
      <PresentLabels labelling={labelling} />
      {hasTaskPicker && (
        <Picker
          aria-label={recognitionMessages.task}
          placeholder={recognitionMessages.chooseTask}
          choices={tasks.map(({ id, name, type }) => ({ value: id, label: name, detail: recognitionMessages.taskTypes[type] }))}
          selected={tasks.some(({ id }) => id === chosenTaskId) ? [chosenTaskId] : []}
          onSelect={([id = '']) => {
            setChosenTaskId(id);
            rememberTask(image.workspace, id);
          }}
        />
      )}
      <TaskPanels tasks={hasTaskPicker ? tasks.filter(({ id }) => id === chosenTaskId) : tasks} labelling={labelling} />
    </div>
  );
}
