import { permissionOf } from '@console/shared-auth';
import type { DetectionTask, ModelDomain } from '@console/shared-contract/api';
import { DownloadIcon, MapIcon, TrainIcon } from '@console/shared-ui/basics';
import type { RowAction } from '@console/shared-ui/table';
import { messages } from '../messages';
import { trainingMessages } from './training-messages';
import { isTrainingInProgress } from './training-state';

interface TrainedTask {
  id: string;
  last_train_status: DetectionTask['last_train_status'];
}

/**
 * Row action that trains a task. The action is disabled if a known reason prevents the training. The server checks further
 * reasons.
 */
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

const LABEL_PARAMS: Readonly<Record<ModelDomain, string>> = {
  recognition: 'labels',
  detection: 'object-labels',
  segmentation: 'polygon-labels',
};

/** Row action that opens the page `/map`, which shows similar images as neighbouring points. It shows the images with labels of the task. */
export const createMapAction = (domain: ModelDomain, labels: readonly { id: string }[]): RowAction => ({
  label: messages.map,
  icon: <MapIcon />,
  to: `/map?${LABEL_PARAMS[domain]}=${labels.map(({ id }) => id).join(',')}&color=${domain}`,
});

/** Row action that downloads the model in use. */
export function createDownloadAction(isPending: boolean, onClick: () => void): RowAction {
  const permission = permissionOf<'POST /detection/v2/model/{id}/request-download'>('train');
  return { label: trainingMessages.download.action, icon: <DownloadIcon />, permission, disabled: isPending, onClick };
}
