import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import { enqueueWork } from '../../platform/queue/queue';
import type { ModelDomain } from '../models/model/kinds';
import { messages } from './messages';

/** Background work that predicts images and stores the predictions in the run of a task. A task has one run. */
interface NewRun {
  domain: ModelDomain;
  task: { id: string; workspace_id: string };
  model: string;
  userId: string;
  kind: string;
  /** The input of the work, besides run, domain, task and model. */
  input: object;
}

/**
 * Enqueues the background work of a run, and creates the run if the task has none. The task must be locked. Returns the ids of the run and
 * of the work. Throws 400 while the previous work has not finished.
 */
export async function enqueueRun(
  trx: Db,
  { domain, task, model, userId, kind, input }: NewRun,
): Promise<{ id: string; work: string }> {
  const column = sql.ref(`${domain}_task_id`);
  const { rows } = await sql<{ id: string; status: string | null }>`
    insert into prediction_run (workspace_id, ${column}, model_id, created_by)
    values (${task.workspace_id}, ${task.id}, ${model}, ${userId})
    on conflict (${column}) do update set model_id = excluded.model_id, created_by = excluded.created_by, created = clock_timestamp()
    returning id, (select state from long_work w where w.id = prediction_run.work_id) as status`.execute(trx);
  const { id, status } = rows[0]!;
  if (status === 'queued' || status === 'running') throw new HttpError(400, messages.running);
  const runInput = { run: id, domain, task: task.id, model, ...input };
  const work = await enqueueWork(trx, { workspaceId: task.workspace_id, kind, input: runInput, userId });
  await trx.updateTable('prediction_run').set({ work_id: work }).where('id', '=', id).execute();
  return { id, work };
}
