import { useCanCall } from '@console/shared-auth';
import type { ModelDomain } from '@console/shared-contract/api';
import { Button, Caption1, formatDateTime, makeStyles, Subsection, TextLink, tokens } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { evaluateTask, evaluationChanges, isRunning, useEvaluations } from '../../evaluation/data/evaluation.queries';
import { evaluationMessages } from '../../evaluation/data/evaluation-messages';

const MAX_LISTED_EVALUATIONS = 5;
const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

/** The latest evaluations of a task, and a button that starts a new one. Hidden with older servers, which do not return tasks. */
export function EvaluatePanel({ domain, task: taskId, isTrained }: { domain: ModelDomain; task: string; isTrained: boolean }) {
  const styles = useStyles();
  const canEvaluate = useCanCall<'POST /detection/v2/task/{id}/evaluate'>('train');
  const evaluations = useEvaluations(taskId);
  const evaluationStart = useWrite({
    send: () => evaluateTask(domain, taskId),
    success: evaluationMessages.started,
    failure: evaluationMessages.startFailed,
    changes: () => evaluationChanges,
  });
  const taskEvaluations = (evaluations.data ?? []).filter(({ tasks }) => tasks?.some(({ id }) => id === taskId));
  const isInProgress = taskEvaluations.some((row) => row.of_task === taskId && isRunning(row));
  if (evaluations.error || evaluations.data?.some(({ tasks }) => tasks === undefined)) return null;
  if (!canEvaluate && taskEvaluations.length === 0) return null;
  return (
    <Subsection title={evaluationMessages.taskEvaluations}>
      {canEvaluate && (
        <div className={styles.line}>
          <Button
            disabledFocusable={!isTrained || isInProgress || evaluationStart.isPending}
            onClick={() => void evaluationStart.send()}
          >
            {evaluationMessages.start}
          </Button>
          {!isTrained && <Caption1>{evaluationMessages.needsModel}</Caption1>}
        </div>
      )}
      {taskEvaluations.length > 0 && (
        <ul className={styles.list}>
          {taskEvaluations.slice(0, MAX_LISTED_EVALUATIONS).map((row) => (
            <li key={row.id}>
              <TextLink to={`/evaluation/${row.id}?task=${taskId}`}>
                {evaluationMessages.evaluationOf(
                  formatDateTime(row.created),
                  evaluationMessages.model(row.tasks?.find(({ id }) => id === taskId)?.model_number ?? null),
                )}
              </TextLink>
              {isRunning(row) && row.work && (
                <Caption1>{` ${evaluationMessages.running(row.work.done, row.work.total)}`}</Caption1>
              )}
              {row.work?.status === 'failed' && <Caption1>{` ${evaluationMessages.failed(row.work.error ?? '')}`}</Caption1>}
            </li>
          ))}
        </ul>
      )}
    </Subsection>
  );
}
