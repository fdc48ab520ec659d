import type { ModelDomain } from '@console/shared-contract/api';
import { Button, Caption1, formatDateTime, makeStyles, Subsection, TextLink, tokens } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { evaluateTask, evaluationChanges, isRunning, useEvaluations } from '../evaluation/evaluation.queries';
import { messages } from '../messages';

const words = messages.evaluation;
const MOST_SHOWN = 5;
const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

/** The evaluations of a task; another is begun here. Nothing with a server from before, which keeps none by task. */
export function EvaluatePanel({ domain, task, isTrained }: { domain: ModelDomain; task: string; isTrained: boolean }) {
  const styles = useStyles();
  const evaluations = useEvaluations(task);
  const start = useWrite({
    send: () => evaluateTask(domain, task),
    success: words.started,
    failure: words.startFailed,
    changes: () => evaluationChanges,
  });
  const rows = (evaluations.data ?? []).filter(({ tasks }) => tasks?.some(({ id }) => id === task));
  const isGoingOn = rows.some((row) => row.of_task === task && isRunning(row));
  // It names no tasks.
  if (evaluations.error || evaluations.data?.some(({ tasks }) => tasks === undefined)) return null;
  return (
    <Subsection title={words.ofTask}>
      <div className={styles.line}>
        <Button disabledFocusable={!isTrained || isGoingOn || start.isPending} onClick={() => void start.send()}>
          {words.start}
        </Button>
        {!isTrained && <Caption1>{words.needsModel}</Caption1>}
      </div>
      {rows.length > 0 && (
        <ul className={styles.list}>
          {rows.slice(0, MOST_SHOWN).map((row) => (
            <li key={row.id}>
              <TextLink to={`/evaluation/${row.id}?task=${task}`}>
                {words.evaluationOf(
                  formatDateTime(row.created),
                  words.model(row.tasks?.find(({ id }) => id === task)?.model_number ?? null),
                )}
              </TextLink>
              {isRunning(row) && row.work && <Caption1>{` ${words.running(row.work.done, row.work.total)}`}</Caption1>}
              {row.work?.status === 'failed' && <Caption1>{` ${words.failed(row.work.error ?? '')}`}</Caption1>}
            </li>
          ))}
        </ul>
      )}
    </Subsection>
  );
}
