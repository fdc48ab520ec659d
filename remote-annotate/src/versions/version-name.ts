import type { Dataset } from '@console/shared-contract/api';
import { formatDate } from '@console/shared-ui/basics';
import { versionsMessages as texts } from './versions-messages';

/** Returns the display name of a version. Versions created by a training have no stored name. */
export function getVersionName({ name, training, created }: Dataset): string {
  if (name !== null) return name;
  return training ? texts.trainingName(training.task_name, formatDate(created)) : texts.unnamedTraining(formatDate(created));
}

export function getVersionOrigin({ name, training }: Dataset): string {
  if (training) return texts.byTraining(training.task_name, training.number);
  return name === null ? texts.unknownTraining : texts.byHand;
}
