import { sql } from 'kysely';
import { enqueueTraining } from '../../ml/models/queue';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { inTransaction } from '../../platform/database/transaction';
import { HttpError } from '../../platform/errors';
import type { MaintenanceTask } from '../../platform/queue/kind';
import { countNewImages, findLastTraining, hasNewData, isJobCompleted, type LastTraining, type TrainedTask } from './new-images';
import { readRule, type StoredRule } from './rules';

interface TrainingDeps {
  db: Db;
  config: Pick<Config, 'builtInModels' | 'modelServer'>;
}

const DAY_MS = 86_400_000;
const PERIOD_MS = { daily: DAY_MS, weekly: 7 * DAY_MS };

/** Creates the task that starts the trainings of rules. One of all servers runs it. */
export function createStartTrainingsTask(deps: TrainingDeps): MaintenanceTask {
  return { name: 'start-trainings', schedule: '* * * * *', run: () => startDueTrainings(deps) };
}

/** Starts a training of each task whose rule requires it. */
export async function startDueTrainings({ db, config }: TrainingDeps): Promise<void> {
  if (!config.builtInModels && !config.modelServer) return;
  const rules = await db
    .selectFrom('training_rule')
    .select(['domain', 'task_id'])
    .where(sql<boolean>`after_job or every_pictures is not null or schedule is not null`)
    .execute();
  for (const { domain, task_id: task } of rules)
    await inTransaction(
      db,
      (trx) => startIfDue(trx, config, domain, task),
      () => undefined,
    );
}

/** Checks the rule while the task is locked, as calls that start trainings do. So only one training starts. */
async function startIfDue(trx: Db, config: TrainingDeps['config'], domain: StoredRule['domain'], taskId: string): Promise<void> {
  const task = await trx.selectFrom(`${domain}_task`).selectAll().where('id', '=', taskId).forUpdate().executeTakeFirst();
  const rule = task && (await readRule(trx, taskId));
  if (!rule) return;
  const last = await findLastTraining(trx, domain, taskId);
  if (last?.status === 'QUEUED' || last?.status === 'TRAINING') return;
  if (!(await isDue(trx, rule, task, last)) || !(await hasNewData(trx, last))) return;
  try {
    await enqueueTraining(trx, domain, task, { user: rule.user_id === null ? null : { id: rule.user_id }, config });
  } catch (error) {
    // The task has too few images or labels. The next check may find enough.
    if (!(error instanceof HttpError)) throw error;
  }
}

async function isDue(db: Db, rule: StoredRule, task: TrainedTask, last: LastTraining | null): Promise<boolean> {
  const newImages = await countNewImages(db, rule.domain, task, last);
  if (newImages === 0) return false;
  if (rule.every_pictures !== null && newImages >= rule.every_pictures) return true;
  if (rule.schedule !== null && Date.now() - (last?.since.getTime() ?? 0) >= PERIOD_MS[rule.schedule]) return true;
  return rule.after_job && isJobCompleted(db, rule.domain, task, last);
}
