import type { DetectionTask } from '@console/shared-contract/api';
import { DownloadIcon, TrainIcon } from '@console/shared-ui/basics';
import type { RowAction } from '@console/shared-ui/table';
import { messages } from '../messages';

interface TrainedTask {
  id: string;
  last_train_status: DetectionTask['last_train_status'];
}

/** Train, on a task's row; where it cannot be it says why, with the numbers. What is not known yet the server says when it is pressed. */
export function trainAction(
  { id, last_train_status: status }: TrainedTask,
  labels: number,
  cannotTrain: ReadonlyMap<string, string>,
  isPending: boolean,
  onClick: () => void,
): RowAction {
  const isGoingOn = status === 'QUEUED' || status === 'TRAINING';
  const lack = labels === 0 ? messages.trainNeedsLabels : messages.trainLacks(cannotTrain.get(id));
  const label = isGoingOn ? messages.trainGoesOn : (lack ?? messages.train);
  return { label, icon: <TrainIcon />, disabled: isPending || isGoingOn || lack !== null, onClick };
}

/** Download, on a task's row: the model that is in use. */
export function downloadAction(isPending: boolean, onClick: () => void): RowAction {
  return { label: messages.download.action, icon: <DownloadIcon />, disabled: isPending, onClick };
}
