import { permissionOf } from '@console/shared-auth';
import type { DetectionTask } from '@console/shared-contract/api';
import { DownloadIcon, TrainIcon } from '@console/shared-ui/basics';
import type { RowAction } from '@console/shared-ui/table';
import { trainingMessages } from './training-messages';
import { isTrainingInProgress } from './training-state';

interface TrainedTask {
  id: string;
  last_train_status: DetectionTask['last_train_status'];
}

/** Row action that trains a task. It is disabled with a reason if a blocker is known. The server checks the others. */
export function createTrainAction(
  { id, last_train_status: status }: TrainedTask,
  labels: number,
  trainingBlockers: ReadonlyMap<string, string>,
  isPending: boolean,
  onClick: () => void,
): RowAction {
  const isInProgress = isTrainingInProgress(status);
  const blocker = labels === 0 ? trainingMessages.trainNeedsLabels : trainingMessages.trainBlocked(trainingBlockers.get(id));
  const label = isInProgress ? trainingMessages.trainInProgress : (blocker ?? trainingMessages.train);
  const permission = permissionOf<'POST /detection/v2/task/{id}/train'>('train');
  return { label, icon: <TrainIcon />, permission, disabled: isPending || isInProgress || blocker !== null, onClick };
}

/** Row action that downloads the model in use. */
export function createDownloadAction(isPending: boolean, onClick: () => void): RowAction {
  const permission = permissionOf<'POST /detection/v2/model/{id}/request-download'>('train');
  return { label: trainingMessages.download.action, icon: <DownloadIcon />, permission, disabled: isPending, onClick };
}
