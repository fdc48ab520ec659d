import { ApiError } from '@console/shared-auth';
import type { DetectionTask, TrainingProgress } from '@console/shared-contract/api';
import { Badge, formatDateTime, makeStyles, tokens } from '@console/shared-ui/basics';
import type { Column } from '@console/shared-ui/table';
import { messages } from '../messages';

type Status = DetectionTask['last_train_status'];
const words = messages.models;

const colors = {
  QUEUED: 'informative',
  TRAINING: 'brand',
  TRAINED: 'success',
  FAILED: 'danger',
  CANCELLED: 'subtle',
} as const satisfies Record<NonNullable<Status>, string>;

const useStyles = makeStyles({
  more: { display: 'block', minWidth: 0 },
  // All of it: what to do stands at its end, and no keyboard reaches a tooltip of a text.
  line: {
    display: 'block',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  reason: { color: tokens.colorPaletteRedForeground1 },
});

export interface TrainStatusProps {
  status: Status;
  error?: string | null;
  progress?: TrainingProgress | null;
  /** When it was seen last, in ms, where the server does not answer any more. */
  seen?: number | null;
}

/** State of the last model that was asked for; of one that trains how far it is, of one that failed why. */
export function TrainStatus({ status, error, progress, seen = null }: TrainStatusProps) {
  const styles = useStyles();
  if (status === null) return <>{messages.notTrained}</>;
  const isGoingOn = status === 'QUEUED' || status === 'TRAINING';
  const isAway = isGoingOn && seen !== null;
  const reason = status === 'FAILED' && error ? messages.failedBecause(error) : null;
  const far = isGoingOn && progress ? progressText(progress, !isAway) : null;
  const badge = (
    <Badge appearance="tint" color={colors[status]}>
      {messages.trainStatus[status]}
    </Badge>
  );
  if (!reason && !far && !isAway) return badge;
  return (
    <span className={styles.more}>
      {badge}
      {far && <span className={styles.line}>{far}</span>}
      {isAway && <span className={styles.line}>{words.outOfReach(formatDateTime(new Date(seen).toISOString()))}</span>}
      {reason && <span className={`${styles.line} ${styles.reason}`}>{reason}</span>}
    </span>
  );
}

/** `isNow`: it was just heard, so that the time left is still true. */
function progressText({ phase, done, total, secondsLeft }: TrainingProgress, isNow: boolean): string {
  return [
    words.phase[phase],
    ...(total > 0 ? [words.percent(Math.min(100, Math.floor((100 * done) / total)))] : []),
    ...(isNow && secondsLeft !== undefined ? [words.secondsLeft(Math.ceil(secondsLeft))] : []),
  ].join(', ');
}

/** When a list was read last, in ms, where reading it again gets no answer of the API; null while it does. */
export function seenLast({ error, dataUpdatedAt }: { error: unknown; dataUpdatedAt: number }): number | null {
  const isAway = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return isAway ? dataUpdatedAt : null;
}

interface TrainedTask {
  last_train_status: Status;
  last_train_error?: string | null;
  last_train_progress?: TrainingProgress | null;
}

/** The column of the last training; `seen` as `seenLast` has it. */
export function trainColumn(seen: number | null): Column<TrainedTask> {
  return {
    id: 'status',
    header: messages.columns.trainStatus,
    cell: ({ last_train_status: status, last_train_error: error, last_train_progress: progress }) => (
      <TrainStatus status={status} error={error} progress={progress} seen={seen} />
    ),
    sortValue: (task) => task.last_train_status,
    width: '176px',
  };
}
