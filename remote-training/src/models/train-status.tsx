import type { DetectionTask } from '@console/shared-contract/api';
import { Badge } from '@console/shared-ui/basics';
import { messages } from '../messages';

type Status = DetectionTask['last_train_status'];

const colors = {
  QUEUED: 'informative',
  TRAINING: 'brand',
  TRAINED: 'success',
  FAILED: 'danger',
  CANCELLED: 'subtle',
} as const satisfies Record<NonNullable<Status>, string>;

/** State of the last model that was asked for. */
export function TrainStatus({ status }: { status: Status }) {
  if (status === null) return <>{messages.notTrained}</>;
  return (
    <Badge appearance="tint" color={colors[status]}>
      {messages.trainStatus[status]}
    </Badge>
  );
}
