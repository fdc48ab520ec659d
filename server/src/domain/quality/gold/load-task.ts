import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { GoldDomain, ComparedTask } from './gold-work';

/** A task of any domain for which gold-standard items exist. */
interface GoldTaskReference {
  domain: GoldDomain;
  taskId: string;
}

/** Reads the labels of tasks, by the id of the task. Leaves out deleted tasks. */
export async function loadGoldTasks(db: Db, tasks: readonly GoldTaskReference[]): Promise<ReadonlyMap<string, ComparedTask>> {
  const tasksById = new Map<string, ComparedTask>();
  for (const domain of new Set(tasks.map((task) => task.domain))) {
    const ids = [...new Set(tasks.filter((task) => task.domain === domain).map(({ taskId }) => taskId))];
    const { rows } = await sql<{ id: string; labels: string[]; type: string | null }>`
      select t.id, array(select ${domain === 'similarity' ? sql`l.type_id` : sql`l.label_id`}
          from ${sql.table(domain === 'similarity' ? 'similarity_task_type' : `${domain}_task_label`)} l where l.task_id = t.id) as labels,
        ${domain === 'recognition' ? sql`t.type` : sql`null`} as type
      from ${sql.table(`${domain}_task`)} t where t.id = any(${ids}::uuid[])`.execute(db);
    for (const { id, labels, type } of rows)
      tasksById.set(id, { domain, labels: new Set(labels), isSingleLabel: type === 'multi_class' });
  }
  return tasksById;
}
