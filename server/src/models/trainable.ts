import { explainTooFewExamples } from '@console/learner/requirements';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { HttpError } from '../errors';
import { countExamples, countLabels } from '../learning/dataset';
import type { RecognitionTaskType } from '../database/tables/domain';
import { choiceOf } from '../learning/params';
import type { ModelDomain } from './kinds';
import { messages } from './messages';
import { labelsOf } from './predict';

/** With fewer there is nothing to learn from and nothing to measure on. */
export const LEAST_PICTURES = 4;

/**
 * Says before it is queued why a training on this machine cannot be done: 400 with the numbers. A back end outside has rules
 * of its own. The task must be locked.
 */
export async function requireTrainable(trx: Db, domain: ModelDomain, task: TrainedTask): Promise<void> {
  const { rows } = await sql`
    select from ${sql.table(`${domain}_model`)} where task_id = ${task.id} and train_status in ('QUEUED', 'TRAINING') limit 1`.execute(
    trx,
  );
  const reason = rows.length > 0 ? messages.alreadyQueued : await whyNotTrainable(trx, domain, task);
  if (reason !== null) throw new HttpError(400, reason);
}

interface TrainedTask {
  id: string;
  /** Of recognition. */
  type?: RecognitionTaskType;
  training_params?: unknown;
}

/** What a task lacks for a training on this machine, with the numbers; null where it lacks nothing. */
export async function whyNotTrainable(db: Db, domain: ModelDomain, task: TrainedTask): Promise<string | null> {
  const choice = choiceOf(domain, task.training_params);
  const hasLabels = (await labelsOf(db, domain, task.id)).length > 0;
  const examples = hasLabels ? await countExamples(db, domain, task.id, choice) : 0;
  const lack = lackOf(hasLabels, examples);
  if (lack !== null || !task.type) return lack;
  const { labels, negativeLabel } = await countLabels(db, task.id, choice);
  const counts = labels.map((label) => ({ ...label, without: examples - label.with }));
  return explainTooFewExamples(task.type, counts, negativeLabel);
}

/** The sentence for what is missing, with the numbers. */
export function lackOf(hasLabels: boolean, examples: number): string | null {
  if (!hasLabels) return messages.noLabels;
  return examples < LEAST_PICTURES ? messages.tooFewPictures(examples, LEAST_PICTURES) : null;
}
