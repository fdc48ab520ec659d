import type { RecognitionTask } from '@console/shared-contract/api';
import { formatScore, makeStyles, tokens, Tooltip } from '@console/shared-ui/basics';
import { recognitionMessages } from './recognition-messages';

const useStyles = makeStyles({
  score: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalS, minWidth: 0 },
  metric: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap' },
  value: { fontVariantNumeric: 'tabular-nums' },
});

type ScoredTask = Pick<RecognitionTask, 'type' | 'score'>;

/** The score of a task's model with the name of its metric, because scores of different types of tasks are not comparable. */
export function TaskScore({ type, score }: ScoredTask) {
  const styles = useStyles();
  if (score === null || score === undefined) return formatScore(null);
  const { name, explanation } = recognitionMessages.metrics[type === 'regression' ? 'error' : 'accuracy'];
  return (
    <Tooltip content={explanation} relationship="description">
      <span className={styles.score}>
        <span className={styles.metric}>{name}</span> <span className={styles.value}>{formatScore(score)}</span>
      </span>
    </Tooltip>
  );
}

/** Returns the sort value of a score: higher is better. Errors are negated, so they are sorted after accuracies. */
export const getScoreRank = ({ type, score }: ScoredTask): number | null | undefined =>
  typeof score === 'number' && type === 'regression' ? -score : score;
