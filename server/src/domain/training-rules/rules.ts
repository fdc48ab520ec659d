import type { Selectable } from 'kysely';
import type { TrainingRule } from '@console/shared-contract/api';
import type { Db } from '../../platform/database/connection';
import type { Database } from '../../platform/database/schema';
import type { ModelDomain } from '../../ml/models/model/kinds';
import { countNewImages, findLastTraining, type TrainedTask } from './new-images';

export type StoredRule = Selectable<Database['training_rule']>;
/** The fields of a rule that users set. `every_pictures` is the number of newly verified images after which a training starts. */
export type RuleFields = Pick<TrainingRule, 'promotion' | 'after_job' | 'every_pictures' | 'schedule'>;

const NO_RULE = { promotion: 'newest', after_job: false, every_pictures: null, schedule: null, user: null } as const;

export function readRule(db: Db, taskId: string): Promise<StoredRule | undefined> {
  return db.selectFrom('training_rule').selectAll().where('task_id', '=', taskId).executeTakeFirst();
}

/** Reads the rule of a task with the state of its trainings. A task without a rule uses the newest model. */
export async function readTrainingRule(db: Db, domain: ModelDomain, task: TrainedTask): Promise<TrainingRule> {
  const rule = await db
    .selectFrom('training_rule')
    .leftJoin('app_user', 'app_user.id', 'user_id')
    .select(['promotion', 'after_job', 'every_pictures', 'schedule', 'app_user.id', 'app_user.username'])
    .where('task_id', '=', task.id)
    .executeTakeFirst();
  const { id = null, username = null, ...fields } = rule ?? {};
  const lastTraining = await findLastTraining(db, domain, task.id);
  return {
    ...NO_RULE,
    ...fields,
    ...(id !== null && username !== null && { user: { id, username } }),
    last_training: lastTraining?.readAt.toISOString() ?? null,
    new_pictures: await countNewImages(db, domain, task, lastTraining),
  };
}

/** Stores the rule of a task. The user gets the notices of its trainings. */
export async function saveRule(
  db: Db,
  { domain, task, userId, fields }: { domain: ModelDomain; task: TrainedTask; userId: string; fields: RuleFields },
): Promise<void> {
  const values = { ...fields, user_id: userId };
  await db
    .insertInto('training_rule')
    .values({ workspace_id: task.workspace_id, domain, task_id: task.id, ...values })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet(values))
    .execute();
}
