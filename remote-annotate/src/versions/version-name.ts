import type { Dataset } from '@console/shared-contract/api';
import { formatDate } from '@console/shared-ui/basics';
import { versionsMessages as words } from '../versions-messages';

/** What a version is called; one of a training has no name of its own. */
export function nameOf({ name, training, created }: Dataset): string {
  if (name !== null) return name;
  return training ? words.ofTraining(training.task_name, formatDate(created)) : words.unnamed(formatDate(created));
}

export function originOf({ name, training }: Dataset): string {
  if (training) return words.byTraining(training.task_name, training.number);
  return name === null ? words.aTraining : words.byHand;
}
