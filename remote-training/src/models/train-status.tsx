import type { DetectionTask } from '@console/shared-contract/api';
import { Badge, makeStyles, tokens } from '@console/shared-ui/basics';
import { messages } from '../messages';

type Status = DetectionTask['last_train_status'];

const colors = {
  QUEUED: 'informative',
  TRAINING: 'brand',
  TRAINED: 'success',
  FAILED: 'danger',
  CANCELLED: 'subtle',
} as const satisfies Record<NonNullable<Status>, string>;

const useStyles = makeStyles({
  failed: { display: 'block', minWidth: 0 },
  // All of it: what to do stands at its end, and no keyboard reaches a tooltip of a text.
  reason: {
    display: 'block',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorPaletteRedForeground1,
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
});

/** State of the last model that was asked for; of one that failed also why. */
export function TrainStatus({ status, error }: { status: Status; error?: string | null }) {
  const styles = useStyles();
  if (status === null) return <>{messages.notTrained}</>;
  const badge = (
    <Badge appearance="tint" color={colors[status]}>
      {messages.trainStatus[status]}
    </Badge>
  );
  if (status !== 'FAILED' || !error) return badge;
  return (
    <span className={styles.failed}>
      {badge}
      <span className={styles.reason}>{messages.failedBecause(error)}</span>
    </span>
  );
}
