import { sql } from 'kysely';
import type { ScopedTable } from '../../platform/access/scope';
import type { CallContext } from '../../platform/http/route/handler';
import { findReferencedRow } from '../../data-access/rows/references';

type TaskCall = Pick<CallContext<'POST /detection/v2/task/{id}/add-label'>, 'params' | 'db' | 'scope'>;

interface TaskMembersOptions {
  taskTable: 'detection_task' | 'segmentation_task' | 'similarity_task';
  /** Table of the members: the labels or types that a task learns. */
  memberTable: ScopedTable;
  /** Table with a row for each member of a task. `column` contains the id of the member and is also the name of the request field. */
  linkTable: string;
  column: 'label_id' | 'type_id';
  /** Name of a member in the 404 message. */
  entityName: string;
}

/** Adds labels or types to tasks and removes them. Repeated calls have no further effect. */
export class TaskMembers {
  constructor(private readonly options: TaskMembersOptions) {}

  async add(call: TaskCall, memberId: string): Promise<void> {
    const { task, member } = await this.find(call, memberId);
    await sql`
      insert into ${sql.table(this.options.linkTable)} (task_id, ${sql.ref(this.options.column)}, workspace_id)
      values (${task.id}, ${member.id}, ${task.workspace_id}) on conflict do nothing`.execute(call.db);
  }

  async remove(call: TaskCall, memberId: string): Promise<void> {
    const { task, member } = await this.find(call, memberId);
    await sql`
      delete from ${sql.table(this.options.linkTable)}
      where task_id = ${task.id} and ${sql.ref(this.options.column)} = ${member.id}`.execute(call.db);
  }

  private async find({ params, scope }: TaskCall, memberId: string) {
    const { taskTable, memberTable, column, entityName } = this.options;
    const task = await scope.findRow(taskTable, params.id, { entityName: 'Task' });
    const member = await findReferencedRow(scope, memberTable, memberId, task.workspace_id, { field: column, entityName });
    return { task, member };
  }
}
