import type { Flow, FlowGraph } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { recognitionLabelView } from '../recognition/labels/queries';
import { recognitionTaskView } from '../recognition/tasks/queries';
import { iso, type View } from '../rows/view';
import { refsOf } from './graph';

export const flowView: View<Flow> = {
  from: sql`flow f`,
  id: sql`f.id`,
  columns: sql<Flow>`f.id, f.workspace_id as workspace, f.name, f.json_data, ${iso('f.created')} as created, f.version`,
};

export const EMPTY_GRAPH: FlowGraph = { root: [], actions: [] };

/** A graph with the tasks and labels that it names; those deleted since are left out. */
export async function resolveGraph(db: Db, workspaceId: string, graph: FlowGraph): Promise<Record<string, unknown>> {
  const refs = refsOf(graph);
  const [tasks, labels, detectionLabels] = await Promise.all([
    sql`select ${recognitionTaskView.columns} from ${recognitionTaskView.from} where t.workspace_id = ${workspaceId} and t.id = any(${refs.recognitionTasks}::uuid[])`.execute(
      db,
    ),
    sql`select ${recognitionLabelView.columns} from ${recognitionLabelView.from} where l.workspace_id = ${workspaceId} and l.id = any(${refs.recognitionLabels}::uuid[])`.execute(
      db,
    ),
    sql`select l.id, l.name, l.color from detection_label l where l.workspace_id = ${workspaceId} and l.id = any(${refs.detectionLabels}::uuid[])`.execute(
      db,
    ),
  ]);
  return { ...graph, tasks: tasks.rows, labels: labels.rows, detection_labels: detectionLabels.rows };
}
