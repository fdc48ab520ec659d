import { ApiError } from '@console/shared-auth';
import type { DetectionTask, TrainingProgress } from '@console/shared-contract/api';
import { Badge, formatDateTime, makeStyles, tokens } from '@console/shared-ui/basics';
import type { Column } from '@console/shared-ui/table';
import { messages } from '../messages';
import { trainingMessages } from './training-messages';
import { isTrainingInProgress } from './training-state';

type TrainingStatus = DetectionTask['last_train_status'];

const colors = {
  QUEUED: 'informative',
  TRAINING: 'brand',
  TRAINED: 'success',
  FAILED: 'danger',
  CANCELLED: 'subtle',
} as const satisfies Record<NonNullable<TrainingStatus>, string>;

const useStyles = makeStyles({
  root: { display: 'block', minWidth: 0 },
  // Show the complete text: its end says what to do, and a tooltip is not reachable by keyboard.
  line: {
    display: 'block',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  reason: { color: tokens.colorPaletteRedForeground1 },
});

interface TrainStatusProps {
  status: TrainingStatus;
  error?: string | null;
  progress?: TrainingProgress | null;
  /** Time of the last successful fetch in ms, if the server is unreachable. */
  lastSeen?: number | null;
}

/** Status of the last training with its progress or the reason why it failed. */
export function TrainStatus({ status, error, progress, lastSeen = null }: TrainStatusProps) {
  const styles = useStyles();
  if (status === null) return <>{trainingMessages.notTrained}</>;
  const isInProgress = isTrainingInProgress(status);
  const isStale = isInProgress && lastSeen !== null;
  const reason = status === 'FAILED' && error ? trainingMessages.trainingFailed(error) : null;
  const details = isInProgress && progress ? formatProgress(progress, !isStale) : null;
  const badge = (
    <Badge appearance="tint" color={colors[status]}>
      {trainingMessages.trainStatus[status]}
    </Badge>
  );
  if (!reason && !details && !isStale) return badge;
  return (
    <span className={styles.root}>
      {badge}
      {details && <span className={styles.line}>{details}</span>}
      {isStale && (
        <span className={styles.line}>
          {trainingMessages.serverUnreachable(formatDateTime(new Date(lastSeen).toISOString()))}
        </span>
      )}
      {reason && <span className={`${styles.line} ${styles.reason}`}>{reason}</span>}
    </span>
  );
}

/** Formats the progress. The remaining time is only included if the progress is current. */
function formatProgress({ phase, done, total, secondsLeft }: TrainingProgress, isCurrent: boolean): string {
  return [
    trainingMessages.phase[phase],
    ...(total > 0 ? [trainingMessages.percent(Math.min(100, Math.floor((100 * done) / total)))] : []),
    ...(isCurrent && secondsLeft !== undefined ? [trainingMessages.secondsLeft(Math.ceil(secondsLeft))] : []),
  ].join(', ');
}

/** Returns the time of the last successful fetch in ms if the server is unreachable, otherwise null. */
export function getLastSeen({ error, dataUpdatedAt }: { error: unknown; dataUpdatedAt: number }): number | null {
  const isStale = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return isStale ? dataUpdatedAt : null;
}

interface TrainedTask {
  last_train_status: TrainingStatus;
  last_train_error?: string | null;
  last_train_progress?: TrainingProgress | null;
}

/** Creates the column of the last training. `lastSeen` is the result of `getLastSeen`. */
export function createTrainColumn(lastSeen: number | null): Column<TrainedTask> {
  return {
    id: 'status',
    header: messages.columns.trainStatus,
    cell: ({ last_train_status: status, last_train_error: error, last_train_progress: progress }) => (
      <TrainStatus status={status} error={error} progress={progress} lastSeen={lastSeen} />
    ),
    sortValue: (task) => task.last_train_status,
    width: '176px',
  };
}
