import { randomUUID } from 'node:crypto';
import type { FlowGraph } from '@console/shared-contract/api';
import { daysAgo, type Context } from './context';

export async function insertFlow({ db, workspaceId: workspace_id }: Context, name: string, graph: FlowGraph): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('flow')
    .values({ id, workspace_id, name, json_data: JSON.stringify(graph) })
    .execute();
  return id;
}

export interface JobPlan {
  type: 'image' | 'similarity';
  name: string;
  description: string;
  /** How many different people do each item. */
  todoNumber?: number;
  randomize?: boolean;
  autoComplete?: boolean;
  done?: boolean;
  flowId?: string;
  markDoneLabelId?: string;
  taskIds?: readonly string[];
  /** Ids of its images or groups, in order. */
  items: readonly string[];
  /** How many of the items, from the first on, each person has done. */
  doneBy?: readonly number[];
}

export async function insertJob(context: Context, plan: JobPlan, age: number): Promise<void> {
  const { db, workspaceId: workspace_id, people } = context;
  const job_id = randomUUID();
  const created = daysAgo(context, age);
  await db
    .insertInto('annotation_job')
    .values({
      id: job_id,
      workspace_id,
      type: plan.type,
      name: plan.name,
      description: plan.description,
      created,
      created_by: people[0],
      todo_number: plan.todoNumber ?? 1,
      randomize: plan.randomize ?? true,
      auto_complete: plan.autoComplete ?? false,
      done: plan.done ?? false,
      flow_id: plan.flowId ?? null,
      mark_done_label_id: plan.markDoneLabelId ?? null,
    })
    .execute();
  const tasks = (plan.taskIds ?? []).map((task_id) => ({ job_id, task_id, workspace_id, created }));
  if (tasks.length > 0) await db.insertInto('job_recognition_task').values(tasks).execute();
  const doneBy = plan.doneBy ?? [];
  const items = plan.items.map((target, index) => ({
    id: randomUUID(),
    job_id,
    workspace_id,
    created,
    image_id: plan.type === 'image' ? target : null,
    group_id: plan.type === 'similarity' ? target : null,
    done_count: doneBy.filter((count) => index < count).length,
  }));
  await db.insertInto('job_item').values(items).execute();
  const work = doneBy.flatMap((count, person) =>
    items.slice(0, count).map(({ id }, index) => ({
      item_id: id,
      job_id,
      workspace_id,
      user_id: people[person] ?? people[0],
      leased_until: null,
      done_at: daysAgo(context, age * 0.6, index * 4 + person * 90),
    })),
  );
  if (work.length > 0) await db.insertInto('item_work').values(work).execute();
}
