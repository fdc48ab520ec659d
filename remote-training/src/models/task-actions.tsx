import type { DetectionTask } from '@console/shared-contract/api';
import { DownloadIcon, TrainIcon } from '@console/shared-ui/basics';
import type { RowAction } from '@console/shared-ui/table';
import { messages } from '../messages';

/** Train, on a task's row; where it cannot be it says why. Whether there are pictures enough the server says, before it queues anything. */
export function trainAction(
  { last_train_status: status }: { last_train_status: DetectionTask['last_train_status'] },
  labels: number,
  isPending: boolean,
  onClick: () => void,
): RowAction {
  const isGoingOn = status === 'QUEUED' || status === 'TRAINING';
  const label = isGoingOn ? messages.trainGoesOn : labels === 0 ? messages.trainNeedsLabels : messages.train;
  return { label, icon: <TrainIcon />, disabled: isPending || isGoingOn || labels === 0, onClick };
}

/** Download, on a task's row: the model that is in use. */
export function downloadAction(isPending: boolean, onClick: () => void): RowAction {
  return { label: messages.download.action, icon: <DownloadIcon />, disabled: isPending, onClick };
}
