import { isServiceGranted } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { DOMAIN_SERVICES, type ModelDomain } from '../../ml/models/model/kinds';
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

/**
 * Creates the maintenance task that starts the trainings that rules require. If there are several servers, only one of them executes each
 * run.
 */
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
  const failures: unknown[] = [];
  for (const { domain, task_id: task } of rules)
    try {
      // Most checks end here without a lock of the task, which would block changes of the task.
      if (!(await findDueTask(db, domain, task))) continue;
      await inTransaction(
        db,
        (trx) => startIfDue(trx, config, domain, task),
        () => undefined,
      );
    } catch (error) {
      // An error of one task must not prevent the trainings of other tasks.
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

interface DueTask {
  task: TrainedTask;
  rule: StoredRule;
}

/** Returns a task whose rule requires a training now, otherwise null. */
async function findDueTask(
  db: Db,
  domain: ModelDomain,
  taskId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<DueTask | null> {
  const task = await db
    .selectFrom(`${domain}_task`)
    .select(['id', 'workspace_id', 'training_params'])
    .where('id', '=', taskId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  const rule = task && (await readRule(db, taskId));
  if (!rule || !(await hasService(db, domain, task.workspace_id))) return null;
  const lastTraining = await findLastTraining(db, domain, taskId);
  if (lastTraining?.status === 'QUEUED' || lastTraining?.status === 'TRAINING') return null;
  return (await isDue(db, rule, task, lastTraining)) && (await hasNewData(db, lastTraining)) ? { task, rule } : null;
}

/** Whether the workspace still has the service for trainings. The owner can turn the service off after a rule was saved. */
async function hasService(db: Db, domain: ModelDomain, workspaceId: string): Promise<boolean> {
  const rows = await db.selectFrom('workspace_service').select('slug').where('workspace_id', '=', workspaceId).execute();
  return isServiceGranted(
    rows.map(({ slug }) => slug),
    DOMAIN_SERVICES[domain],
  );
}

/** Checks the rule again and starts the training. The task is locked, as in calls that start trainings, so only one training starts. */
async function startIfDue(trx: Db, config: TrainingDeps['config'], domain: ModelDomain, taskId: string): Promise<void> {
  const dueTask = await findDueTask(trx, domain, taskId, { lock: true });
  if (!dueTask) return;
  const { task, rule } = dueTask;
  try {
    await enqueueTraining(trx, domain, task, { user: rule.user_id === null ? null : { id: rule.user_id }, config });
  } catch (error) {
    // The task has too few images or labels. The next check may find enough.
    if (!(error instanceof HttpError)) throw error;
  }
}

async function isDue(db: Db, rule: StoredRule, task: TrainedTask, lastTraining: LastTraining | null): Promise<boolean> {
  const newImages = await countNewImages(db, rule.domain, task, lastTraining);
  if (newImages === 0) return false;
  if (rule.every_pictures !== null && newImages >= rule.every_pictures) return true;
  // `readAt` is the time at which the last training read its data.
  if (rule.schedule !== null && Date.now() - (lastTraining?.readAt.getTime() ?? 0) >= PERIOD_MS[rule.schedule]) return true;
  return rule.after_job && isJobCompleted(db, rule.domain, task, lastTraining);
}
