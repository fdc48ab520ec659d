import { explainTooFewExamples } from '@console/learner/requirements';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import { countExamples, countLabelExamples, listTaskLabels } from '../learning/dataset';
import type { RecognitionTaskType } from '../../platform/database/tables/domain';
import { parseTrainingParams } from '../learning/training-params';
import type { ModelDomain } from './model/kinds';
import { messages } from './model/messages';

/** Minimum number of training images. With fewer images, none would be left for a test. */
export const MIN_TRAINING_IMAGES = 4;

/**
 * Throws 400 if a task cannot be trained on this machine, before the training is queued. The message contains the numbers of labels and
 * images. External back ends have their own rules. The task must be locked.
 */
export async function requireTrainable(trx: Db, domain: ModelDomain, task: TrainedTask): Promise<void> {
  const { rows } = await sql`
    select from ${sql.table(`${domain}_model`)} where task_id = ${task.id} and train_status in ('QUEUED', 'TRAINING') limit 1`.execute(
    trx,
  );
  const reason = rows.length > 0 ? messages.alreadyQueued : await explainUntrainable(trx, domain, task);
  if (reason !== null) throw new HttpError(400, reason);
}

interface TrainedTask {
  id: string;
  /** Set for recognition tasks only. */
  type?: RecognitionTaskType;
  training_params?: unknown;
}

/** Explains with numbers what a task needs before it can be trained on this machine; null if nothing is missing. */
export async function explainUntrainable(db: Db, domain: ModelDomain, task: TrainedTask): Promise<string | null> {
  const imageFilter = parseTrainingParams(domain, task.training_params);
  const hasLabels = (await listTaskLabels(db, domain, task.id)).length > 0;
  const examples = hasLabels ? await countExamples(db, domain, task.id, imageFilter) : 0;
  const missingReason = explainMissing(hasLabels, examples);
  if (missingReason !== null || !task.type) return missingReason;
  const { labels, negativeLabel } = await countLabelExamples(db, task.id, imageFilter);
  const counts = labels.map((label) => ({ ...label, negatives: examples - label.positives }));
  return explainTooFewExamples(task.type, counts, negativeLabel);
}

/** Returns the message for missing labels or images, or null. */
export function explainMissing(hasLabels: boolean, examples: number): string | null {
  if (!hasLabels) return messages.noLabels;
  return examples < MIN_TRAINING_IMAGES ? messages.tooFewImages(examples, MIN_TRAINING_IMAGES) : null;
}
