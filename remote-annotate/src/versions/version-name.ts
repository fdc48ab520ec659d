import type { Dataset } from '@console/shared-contract/api';
import { formatDate } from '@console/shared-ui/basics';
import { versionsMessages as words } from './versions-messages';

/** Returns the display name of a version. Versions created by a training have no stored name. */
export function nameOf({ name, training, created }: Dataset): string {
  if (name !== null) return name;
  return training ? words.ofTraining(training.task_name, formatDate(created)) : words.unnamed(formatDate(created));
}

export function originOf({ name, training }: Dataset): string {
  if (training) return words.byTraining(training.task_name, training.number);
  return name === null ? words.aTraining : words.byHand;
}
