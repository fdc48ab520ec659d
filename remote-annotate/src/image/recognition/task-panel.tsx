import type { RecognitionTask } from '@console/shared-contract/api';
import { makeStyles, SkeletonRows, Text, tokens, Tooltip } from '@console/shared-ui/basics';
import { useCanPredict } from '../context/screen-context';
import { recognitionMessages } from './state/recognition-messages';
import { taskIcons } from './label-icons';
import { LabelButtons } from './label-buttons';
import { PredictButton } from './predict-button';
import { useClassify } from './state/use-classify';
import type { Labelling } from './state/use-labelling';
import { useTagKeys } from './use-tag-keys';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  icon: { display: 'inline-flex', flexShrink: 0, fontSize: '20px', color: tokens.colorNeutralForeground3 },
  name: {
    margin: 0,
    flexGrow: 1,
    minWidth: 0,
    fontSize: tokens.fontSizeBase300,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  problem: { color: tokens.colorPaletteRedForeground1 },
  note: { color: tokens.colorNeutralForeground3 },
});

interface TaskPanelProps {
  task: RecognitionTask;
  labelling: Labelling;
}

/** A recognition task for an image or object: label buttons, value sliders, and a button for predictions. */
export function TaskPanel({ task, labelling }: TaskPanelProps) {
  const styles = useStyles();
  const canPredict = useCanPredict();
  const predictionRun = useClassify(task, labelling);
  return (
    <section aria-label={task.name} className={styles.panel}>
      <div className={styles.head}>
        <Tooltip content={recognitionMessages.taskTypes[task.type]} relationship="label">
          <span role="img" className={styles.icon}>
            {taskIcons[task.type]}
          </span>
        </Tooltip>
        <h3 className={styles.name} title={task.description || task.name}>
          {task.name}
        </h3>
        {canPredict && <PredictButton name={task.name} predictionRun={predictionRun} />}
      </div>
      {labelling.currentLabels === undefined ? (
        <SkeletonRows />
      ) : task.labels.length === 0 ? (
        <Text className={styles.note}>{recognitionMessages.noLabelsInTask}</Text>
      ) : (
        <LabelButtons labels={task.labels} labelling={labelling} />
      )}
      <div role="status">{predictionRun.problem && <Text className={styles.problem}>{predictionRun.problem}</Text>}</div>
    </section>
  );
}

/** A column of recognition tasks. */
export function TaskPanels({ tasks, labelling }: Omit<TaskPanelProps, 'task'> & { tasks: readonly RecognitionTask[] }) {
  const styles = useStyles();
  const onKeyDown = useTagKeys(tasks, labelling);
  return (
    <div className={styles.column} onKeyDown={onKeyDown}>
      {tasks.map((task) => (
        <TaskPanel key={task.id} task={task} labelling={labelling} />
      ))}
    </div>
  );
}
